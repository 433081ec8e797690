import type { Import } from "@/lib/import/state/progress";
import { timelineOf } from "@/lib/operations/rules/timeline/timeline-of";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

type Finder = Pick<Reader, "find">;

/**
 * Returns the ids of those events whose owner was here before this run, with a timeline. The owner
 * keeps its state, which a later event would contradict. Empty for other kinds of records.
 */
export async function heldBack(
  writer: Finder,
  one: Import,
  resource: Resource,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  if (!resource.sets || rows.length === 0) return new Set();
  const { owner, ownerColumn } = timelineOf(resource);
  const ids = [...new Set(rows.map((row) => String(row[ownerColumn])))];
  const isNew = await takenBy(writer, one, owner, ids);
  const older = ids.filter((id) => !isNew.has(id));
  if (older.length === 0) return new Set();
  const events = await writer.find(resource, {
    projects: [one.projectId],
    filter: { op: "in", column: ownerColumn, values: older },
    columns: ["_id", ownerColumn],
  });
  const eventIds = events.map(({ _id }) => String(_id));
  const isOfRun = await takenBy(writer, one, resource, eventIds);
  const before = events.filter(({ _id }) => !isOfRun.has(String(_id)));
  const owners = new Set(before.map((event) => event[ownerColumn]));
  return new Set(
    rows.flatMap((row) => (owners.has(row[ownerColumn] ?? null) ? [String(row._id)] : [])),
  );
}

/** Most ids in one statement. */
const most = 1_000;

/** Returns the ids of the records that this run of the import has created. */
async function takenBy(
  writer: Finder,
  { projectId, begunAt }: Import,
  { path }: Resource,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (let from = 0; from < ids.length; from += most) {
    const rows = await writer.find(changeLog, {
      projects: [projectId],
      filter: {
        op: "and",
        filters: [
          { op: "eq", column: "resource", value: path },
          { op: "in", column: "recordId", values: ids.slice(from, from + most) },
          { op: "eq", column: "operation", value: "create" },
          { op: "gte", column: "at", value: begunAt },
        ],
      },
      columns: ["recordId"],
    });
    for (const { recordId } of rows) taken.add(String(recordId));
  }
  return taken;
}
