import { AppError } from "@/lib/errors";
import type { Filter, Projects } from "@/lib/schema/filter";
import { fullSelection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Find, Reader } from "@/lib/store/port/store";
import { columnsFor, serializeRows } from "./serialize";

/** Returns a stored record like a get without select, and its version. */
export async function readRecord(
  reader: Reader,
  resource: Resource,
  id: string,
): Promise<{ readonly record: Row; readonly version: number }> {
  const selection = fullSelection(resource);
  const rows = await reader.find(resource, {
    projects: "all",
    filter: { op: "eq", column: "_id", value: id },
    columns: columnsFor(selection, ["version"]),
    limit: 1,
  });
  return {
    record: await serializeRecord(reader, resource, rows[0]),
    version: Number(rows[0]?.version),
  };
}

/** Returns a row with all columns like a get without select. */
export async function serializeRecord(
  reader: Reader,
  resource: Resource,
  row: Row | undefined,
): Promise<Row> {
  const rows = row === undefined ? [] : [row];
  const [record] = await serializeRows(reader, rows, fullSelection(resource));
  if (record === undefined)
    throw new AppError("internal", "A record vanished while it was written.");
  return record;
}

/** Returns a record with every column, hidden ones too; undefined if it is not in `projects`. */
export async function findRow(
  reader: Reader,
  resource: Resource,
  id: string,
  projects: Projects,
): Promise<Row | undefined> {
  const filter: Filter = { op: "eq", column: "_id", value: id };
  const columns = everyColumn(resource);
  const [row] = await reader.find(resource, { projects, filter, columns, limit: 1 });
  return row;
}

/** Finds records with every column, hidden ones too. */
export function findRows(
  reader: Reader,
  resource: Resource,
  ask: Omit<Find, "columns"> & { readonly columns?: never },
): Promise<Row[]> {
  return reader.find(resource, { columns: everyColumn(resource), ...ask });
}

/** Returns the error for an id without a record that the caller can see. */
export function notFound(resource: Resource, id: string): AppError {
  return new AppError("not_found", `There is no ${resource.name} with the id ${id}.`);
}

/**
 * Returns the records that match `where` with every column. Reads one at a time, because each may
 * hold megabytes. A record deleted meanwhile is left out.
 */
export async function* rowsOneByOne(
  reader: Reader,
  resource: Resource,
  where: Pick<Find, "projects" | "filter">,
): AsyncGenerator<Row> {
  const found = await reader.find(resource, { ...where, columns: idAlone });
  for (const { _id } of found) {
    const row = await findRow(reader, resource, String(_id), where.projects);
    if (row) yield row;
  }
}

const idAlone = ["_id"];

/** Returns the names of all columns of a resource, including hidden ones. */
export function everyColumn(resource: Resource): readonly string[] {
  return shapeOf(resource).columnNames;
}
