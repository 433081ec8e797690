import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";

/** What an owner of the deployment is told of it. Sizes are in bytes. */
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
  /** What is missing on the server to download a backup, in a sentence; null when nothing. */
  readonly downloadLacks: string | null;
  readonly lastChangeAt: string | null;
  readonly lastBackup: {
    readonly at: string;
    readonly by: "command" | "download";
    readonly bytes: number | null;
  } | null;
}

/** How the deployment is, asked again while it is looked at; 403 for all but its owners. */
export const deploymentQuery = queryOptions({
  queryKey: ["deployment"] as const,
  queryFn: async ({ signal }) =>
    (await call<Deployment>("GET", "/api/deployment", { signal })).data,
  refetchInterval: 15_000,
});
