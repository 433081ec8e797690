import { createHash } from "node:crypto";
import type { Resource } from "@/lib/schema/resource";
import type { Index, StoredColumn } from "./table";

/** Prefix of all indexes of the store. Indexes with it that no definition needs are dropped. */
export const indexPrefix = "ix_";

/**
 * Returns the indexes of a resource: lists in time order of the deployment, of a project and of
 * each indexed relation; lookups of records that refer to a record; unique values; positions and
 * numbers; ids that few records have.
 */
export function indexesOf(
  resource: Resource,
  table: string,
  columns: readonly StoredColumn[],
): Index[] {
  const names = new Set(columns.map((column) => column.name));
  const inTime = names.has(resource.timeField) ? [resource.timeField, "_id"] : ["_id"];
  const inProject = names.has("projectId") ? ["projectId"] : [];
  const plain = [
    ...(inTime.length > 1 ? [inTime] : []),
    ...(inProject.length > 0 ? [[...inProject, ...inTime]] : []),
    ...columns.flatMap((column) => relationIndex(column, inProject, inTime)),
    ...columns.flatMap((column) => orderIndex(column, inProject)),
    ...resource.indexes.map((set) => [...set]),
  ];
  const unique = [
    ...columns.filter(({ codec }) => codec.isUnique).map(({ name }) => [name]),
    ...resource.unique.map((set) => set.map((name) => comparable(columns, name))),
  ];
  const rare = columns.filter(({ source }) => source.field.isRare).map(({ name }) => name);
  return [
    ...plain.map((set) => indexOn(table, set, false)),
    ...rare.map((name) => ({
      ...indexOn(table, [...inProject, name, ...inTime], false),
      having: name,
    })),
    ...unique.map((set) => indexOn(table, set, true)),
  ];
}

/** People are never deleted, so columns that only name a record's author need no index. */
function relationIndex(
  { name, source }: StoredColumn,
  inProject: string[],
  inTime: string[],
): string[][] {
  if (source.relation === undefined || name === "projectId") return [];
  if (source.field.indexed) return [[...inProject, name, ...inTime]];
  return source.field.to === "user" ? [] : [[name]];
}

function orderIndex({ name, source }: StoredColumn, inProject: string[]): string[][] {
  if (source.field.counts) return [[...inProject, name]];
  if (source.field.ordersWithin !== undefined) return [[source.field.ordersWithin, name]];
  return [];
}

function comparable(columns: readonly StoredColumn[], name: string): string {
  return columns.find((column) => column.name === name)?.folded ?? name;
}

function indexOn(table: string, columns: readonly string[], unique: boolean): Index {
  const kind = unique ? "unique_" : "";
  return {
    name: shortName(`${indexPrefix}${kind}${table}__${columns.join("_")}`),
    columns,
    unique,
  };
}

/**
 * Shortens a name for PostgreSQL, which cuts names at 63 bytes. A long name keeps its first
 * characters and a digest of the whole.
 */
export function shortName(name: string): string {
  if (name.length <= 60) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 10);
  return `${name.slice(0, 49)}_${digest}`;
}
