import type { Deployment } from "@/lib/contract/deployment";
import { requireDeploymentOwner } from "@/lib/operations/explain-access/explain-access";
import type { Context } from "@/lib/operations/transaction/context";
import { changeLog } from "@/lib/resources/system/change-log";
import { sentSnapshot } from "./snapshot";

/** Returns facts about the deployment. Throws 403 unless the caller is a deployment owner. */
export async function describeDeployment(
  context: Context,
  version: string | null,
): Promise<Deployment> {
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

type Backup = NonNullable<Deployment["lastBackup"]>;

function later(one: Backup | null, other: Backup | null): Backup | null {
  if (!one || !other) return one ?? other;
  return one.at > other.at ? one : other;
}
