import { requireDeploymentOwner } from "@/lib/operations/explain-access/explain-access";
import type { Context } from "@/lib/operations/transaction/context";
import { changeLog } from "@/lib/resources/system/change-log";
import type { DatabaseFacts } from "@/lib/store/port/database-facts";
import { sentSnapshot } from "./snapshot";

/** Facts about the deployment for its owners. */
export interface DeploymentFacts {
  readonly version: string | null;
  readonly node: string;
  readonly startedAt: string;
  readonly database: Pick<DatabaseFacts, "engine" | "inMemory" | "bytes" | "walBytes">;
  /** Missing requirement of a backup download, as a sentence; null if none. */
  readonly downloadLacks: string | null;
  /** Time of the last entry in the change log; null if it is empty. */
  readonly lastChangeAt: string | null;
  /**
   * Last backup by the command, as recorded beside the database, or by a completed download; null
   * if none is known.
   */
  readonly lastBackup: {
    readonly at: string;
    readonly by: "command" | "download";
    readonly bytes: number | null;
  } | null;
}

/** Returns facts about the deployment. Throws 403 unless the caller is a deployment owner. */
export async function describeDeployment(
  context: Context,
  version: string | null,
): Promise<DeploymentFacts> {
  requireDeploymentOwner(context, "see how the deployment is");
  const { engine, inMemory, bytes, walBytes, lastBackup } = await context.store.facts();
  const downloadedAt = await lastEntryAt(context, sentSnapshot);
  const byCommand = lastBackup && { ...lastBackup, by: "command" as const };
  const byDownload =
    downloadedAt === null ? null : { at: downloadedAt, by: "download" as const, bytes: null };
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    database: { engine, inMemory, bytes, walBytes },
    downloadLacks: (await context.store.snapshotForm()).missing,
    lastChangeAt: await lastEntryAt(context),
    lastBackup: later(byCommand, byDownload),
  };
}

async function lastEntryAt({ store }: Context, operation?: string): Promise<string | null> {
  const [entry] = await store.reader.find(changeLog, {
    projects: "all",
    ...(operation !== undefined && {
      filter: {
        op: "and",
        filters: [
          { op: "eq", column: "resource", value: "project" },
          { op: "isNull", column: "recordId" },
          { op: "eq", column: "operation", value: operation },
        ],
      },
    }),
    columns: ["at"],
    limit: 1,
  });
  return entry ? String(entry.at) : null;
}

type Backup = NonNullable<DeploymentFacts["lastBackup"]>;

function later(one: Backup | null, other: Backup | null): Backup | null {
  if (!one || !other) return one ?? other;
  return one.at > other.at ? one : other;
}
