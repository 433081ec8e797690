import { queryOptions } from "@tanstack/react-query";
import { call } from "./api";

/** What is asked: may someone use an operation of a resource in a project. */
export interface AccessAsk {
  readonly projectId: string;
  /** By its path. */
  readonly resource: string;
  readonly operation: string;
  /** The id of a person or of a key; neither: oneself. */
  readonly user?: string;
  readonly key?: string;
}

/** Whether it is permitted, and why. */
export interface AccessAnswer {
  readonly allowed: boolean;
  /** The title or role that permits it; null when nothing does or none is needed. */
  readonly decides: string | null;
  /** The title that would be needed; null when none would do. */
  readonly missing: string | null;
  /** Every role and title of which one is enough. */
  readonly sufficient: readonly string[];
  /** What they hold in the project. */
  readonly held: readonly string[];
  readonly reason: string;
}

/** Asks the API, which decides, why something is or is not permitted. */
export function accessQuery(ask: AccessAsk) {
  return queryOptions({
    queryKey: ["records", "access", ask] as const,
    queryFn: async ({ signal }) => {
      const path = `/api/access?${new URLSearchParams({ ...ask })}`;
      return (await call<AccessAnswer>("GET", path, { signal })).data;
    },
  });
}
