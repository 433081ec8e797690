import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { foldText, normalizedName, searchedText } from "@/lib/schema/search-text/search-text";
import {
  isDescribing,
  type SearchedColumn,
  searchedColumns,
} from "@/lib/schema/search-text/searched-columns";
import type { TextEntry } from "@/lib/store/port/text-index";
import { find } from "@/lib/store/read/find";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { isWhole } from "./part-trigrams";

/** Longest indexed part of a name and of a description, in UTF-16 units. */
const mostOfName = 500;
const mostOfDescription = 2_000;

/** Adds a newly stored record to the search index. */
export async function index(
  { connection, statements }: ReadContext,
  table: Table,
  row: Row,
): Promise<void> {
  const entry = entryOf(table, row);
  if (entry) await statements.textIndex.put(connection, entry);
}

/** Updates the search index after a change of these columns of a record. */
export async function reindex(
  context: ReadContext,
  table: Table,
  id: string,
  changed: readonly StoredColumn[],
): Promise<void> {
  const searched = searchedColumns(table.resource);
  if (!changed.some(({ name }) => searched.some((one) => one.name === name))) return;
  const [row] = await find(context, table, {
    projects: "all",
    filter: { op: "eq", column: "_id", value: id },
    columns: entryColumns(table),
    limit: 1,
  });
  await unindex(context, table, id);
  if (row) await index(context, table, row);
}

/** Removes a record from the search index. */
export async function unindex(
  { connection, statements }: ReadContext,
  table: Table,
  id: string,
): Promise<void> {
  if (searchedColumns(table.resource).length === 0) return;
  await statements.textIndex.remove(connection, table.resource.path, id);
}

/** Returns the columns that make up an entry. */
export function entryColumns(table: Table): string[] {
  const project = table.byName.has("projectId") ? ["projectId"] : [];
  const searched = searchedColumns(table.resource).map(({ name }) => name);
  return [...new Set(["_id", ...project, ...searched])];
}

/** Returns the search entry of a record; undefined when it has no searched text. */
export function entryOf({ resource }: Table, row: Row): TextEntry | undefined {
  const columns = searchedColumns(resource);
  if (columns.length === 0) return undefined;
  const textsOf = (some: readonly SearchedColumn[]) =>
    some.flatMap((one) => foldedText(row[one.name], mostOf(one)));
  const named = new Set(textsOf(columns.filter((one) => !isDescribing(one))));
  const told = textsOf(columns.filter(isDescribing));
  const names = new Set([...named].map(normalizedName).filter((name) => name !== ""));
  const texts = new Set([...named, ...told]);
  if (texts.size === 0) return undefined;
  const { projectId } = row;
  return {
    path: resource.path,
    id: String(row["_id"]),
    projectId: typeof projectId === "string" ? projectId : null,
    text: [...texts].join("\n"),
    names: [...names],
    partial: columns.filter((one) => !isWhole(row[one.name], mostOf(one))).map(({ name }) => name),
  };
}

function mostOf(column: SearchedColumn): number {
  return isDescribing(column) ? mostOfDescription : mostOfName;
}

function foldedText(value: JsonValue | undefined, most: number): string[] {
  const text = searchedText(value, most);
  return text === "" ? [] : [foldText(text).replace(/\s+/g, " ")];
}
