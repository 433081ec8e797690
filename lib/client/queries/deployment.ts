import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";

/** Facts about the deployment for its owners. Sizes are in bytes. */
export interface Deployment {
  readonly version: string | null;
  readonly node: string;
  readonly startedAt: string;
  readonly database: {
    readonly engine: "sqlite" | "postgres";
    readonly inMemory: boolean;
    readonly bytes: number;
    readonly walBytes: number | null;
  };
  /** Missing requirement of a backup download, as a sentence; null if none. */
  readonly downloadLacks: string | null;
  readonly lastChangeAt: string | null;
  readonly lastBackup: {
    readonly at: string;
    readonly by: "command" | "download";
    readonly bytes: number | null;
  } | null;
}

/** Query of the deployment's facts, refetched every 15 s. 403 for all but deployment owners. */
export const deploymentQuery = queryOptions({
  queryKey: ["deployment"] as const,
  queryFn: async ({ signal }) =>
    (await call<Deployment>("GET", "/api/deployment", { signal })).data,
  refetchInterval: 15_000,
});
