import { resourceAt } from "@/lib/resources";
import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { Check, Inspection } from "./inspection";
import { TimeLimitExceeded } from "./time-limit";

const atOnce = 500;
/** Columns without counter rows are scanned record by record, newest first, up to this number. */
const mostWalked = 20_000;

/** Finds relations and lists whose target does not exist in the project. */
export function danglingReferences(inspection: Inspection, resource: Resource): Check[] {
  const relations = shapeOf(resource).columns.flatMap((column) => targetOf(resource, column) ?? []);
  if (relations.length === 0 || !inspection.mayRead(resource)) return [];
  const readable = relations.filter(({ target }) => inspection.mayRead(target));
  return readable.map(({ column, target }) => ({
    ...{ kind: "danglingReference", column: column.name, resource, by: column.name },
    search: async function* () {
      for await (const ids of idsIn(inspection, resource, column)) {
        yield await missing(inspection, target, ids);
      }
    },
  }));
}

/**
 * Returns a relation to check with its target. Excluded are `projectId`, server-written users and
 * those of feeds, who may leave, and server-written references that are kept on deletion, as in a
 * log.
 */
function targetOf(
  { feed }: Resource,
  column: Column,
): { column: Column; target: Resource } | undefined {
  const { to, writtenBy, hidden, onTargetDelete } = column.field;
  const target = to === undefined ? undefined : resourceAt(to);
  if (!target || hidden || column.name === "projectId") return undefined;
  const isOfServer = writtenBy === "server" && (target === user || onTargetDelete === "keep");
  return isOfServer || (feed && target === user) ? undefined : { column, target };
}

async function* idsIn(
  inspection: Inspection,
  resource: Resource,
  { name, relation, field }: Column,
): AsyncGenerator<readonly string[]> {
  const hasCounters = relation === undefined || field.indexed === true;
  if (hasCounters) yield* inspection.distinctIds(resource, name, atOnce);
  else yield* idsInRecords(inspection, resource, name);
}

async function* idsInRecords(
  inspection: Inspection,
  resource: Resource,
  column: string,
): AsyncGenerator<readonly string[]> {
  const sort = { column: resource.timeField, direction: "desc" } as const;
  let walked = 0;
  for await (const rows of inspection.pages(resource, { columns: [column], sort })) {
    yield [...new Set(rows.flatMap((row) => (row[column] ? [String(row[column])] : [])))];
    walked += rows.length;
    if (walked >= mostWalked) throw new TimeLimitExceeded();
  }
}

async function missing(
  inspection: Inspection,
  target: Resource,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const there = await inspection.find(target, { op: "in", column: "_id", values: ids }, []);
  const known = new Set(there.map((row) => row._id));
  return ids.filter((id) => !known.has(id));
}
