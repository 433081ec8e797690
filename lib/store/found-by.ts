import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { foldText, sameness } from "@/lib/schema/search-text";
import { searchedColumns } from "@/lib/schema/searched";
import type { Access } from "./access";
import type { TextEntry } from "./engine";
import { find } from "./find";
import type { StoredColumn, Table } from "./table";

/** How much of one text is searched, in UTF-16 units. */
const mostSearched = 500;

/** Puts a record that was just stored into the search over all resources. */
export async function makeFindable(
  { connection, plans }: Access,
  table: Table,
  row: Row,
): Promise<void> {
  const entry = entryOf(table, row);
  if (entry) await plans.textIndex.put(connection, entry);
}

/** Brings the search after a change of these columns of a record. */
export async function findAgain(
  access: Access,
  table: Table,
  id: string,
  changed: readonly StoredColumn[],
): Promise<void> {
  const searched = searchedColumns(table.resource);
  if (!changed.some(({ name }) => searched.some((one) => one.name === name))) return;
  const [row] = await find(access, table, {
    projects: "all",
    filter: { op: "eq", column: "_id", value: id },
    columns: entryColumns(table),
    limit: 1,
  });
  await forget(access, table, id);
  if (row) await makeFindable(access, table, row);
}

/** Takes a record out of the search. */
export async function forget(
  { connection, plans }: Access,
  table: Table,
  id: string,
): Promise<void> {
  if (searchedColumns(table.resource).length === 0) return;
  await plans.textIndex.remove(connection, table.resource.path, id);
}

/** The columns that an entry is made of. */
export function entryColumns(table: Table): string[] {
  const project = table.byName.has("projectId") ? ["projectId"] : [];
  const searched = searchedColumns(table.resource).map(({ name }) => name);
  return [...new Set(["_id", ...project, ...searched])];
}

/** What a record is found by; undefined when it has nothing to be found by. */
export function entryOf({ resource }: Table, row: Row): TextEntry | undefined {
  const columns = searchedColumns(resource);
  if (columns.length === 0) return undefined;
  const texts = new Set(columns.flatMap(({ name }) => foldedText(row[name])));
  const names = new Set([...texts].map(sameness).filter((name) => name !== ""));
  if (names.size === 0) return undefined;
  const { projectId } = row;
  return {
    path: resource.path,
    id: String(row["_id"]),
    projectId: typeof projectId === "string" ? projectId : null,
    text: [...texts].join("\n"),
    names: [...names],
  };
}

function foldedText(value: JsonValue | undefined): string[] {
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "string" || value === "") return [];
  return [foldText(value.slice(0, mostSearched).toWellFormed()).replace(/\s+/g, " ")];
}
