import { type Issue, withIssue } from "@/lib/import/state/tally";
import { importedKinds } from "@/lib/import/steps/imported-kinds";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { Reader } from "@/lib/store/port/store";

const pageSize = 500;
/** Below the limit of parameters of every engine. */
const idsAtOnce = 1_000;

/**
 * Returns the references of a project's records to records that do not exist, or that belong to
 * another project, by kind. They are stored as they were read.
 */
export async function missingReferences(
  reader: Reader,
  projectId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Issue[]>> {
  const found = new Map<string, readonly Issue[]>();
  for (const resource of importedKinds()) {
    const columns = shapeOf(resource).columns.filter(
      ({ name, field }) => field.to && name !== "projectId",
    );
    if (columns.length === 0 || resource.scope === "people") continue;
    let issues: readonly Issue[] = [];
    for await (const rows of pagesOf(reader, resource, projectId, columns)) {
      signal.throwIfAborted();
      for (const column of columns) {
        issues = await withMissing(reader, { rows, column, projectId }, issues);
      }
    }
    if (issues.length > 0) found.set(resource.path, issues);
  }
  return found;
}

async function* pagesOf(
  reader: Reader,
  resource: Resource,
  projectId: string,
  columns: readonly Column[],
): AsyncGenerator<readonly Row[]> {
  let last: string | undefined;
  do {
    const rows = await reader.find(resource, {
      projects: [projectId],
      columns: ["_id", ...columns.map(({ name }) => name)],
      sort: [{ column: "_id", direction: "asc" }],
      limit: pageSize,
      ...(last !== undefined && { after: { values: [last], id: last } }),
    });
    yield rows;
    last = rows.length < pageSize ? undefined : String(rows.at(-1)?._id);
  } while (last !== undefined);
}

interface Looked {
  readonly rows: readonly Row[];
  readonly column: Column;
  readonly projectId: string;
}

async function withMissing(
  reader: Reader,
  { rows, column: { name, field }, projectId }: Looked,
  before: readonly Issue[],
): Promise<readonly Issue[]> {
  const target = resourceAt(field.to ?? "");
  if (!target) return before;
  const wanted = rows.flatMap((row) => idsIn(row, name).map((id) => ({ id, of: String(row._id) })));
  const there = await present(reader, target, projectId, [...new Set(wanted.map(({ id }) => id))]);
  const why = `the ${target.name} is not here`;
  return wanted
    .filter(({ id }) => !there.has(id))
    .reduce(
      (issues, { of }) => withIssue(issues, { what: "reference", column: name, why }, of),
      before,
    );
}

function idsIn(row: Row, column: string): string[] {
  const value = row[column] ?? null;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? [value] : [];
}

async function present(
  reader: Reader,
  target: Resource,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const values = ids.slice(from, from + idsAtOnce);
    const rows = await reader.find(target, {
      projects: target.scope === "people" ? "all" : [projectId],
      filter: { op: "in", column: "_id", values },
      columns: ["_id"],
    });
    for (const { _id } of rows) found.add(String(_id));
  }
  return found;
}
