import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { countersOf } from "./counters";
import { indexesOf, shortName } from "./indexes";
import type { LinkedColumn, StoredColumn, Table } from "./table";

/** Returns the tables of all resources by path. */
export function tablesOf(resources: Iterable<Resource>): ReadonlyMap<string, Table> {
  const all = new Map([...resources].map((resource) => [resource.path, resource]));
  return new Map([...all].map(([path, resource]) => [path, tableOf(resource, all)]));
}

function tableOf(resource: Resource, all: ReadonlyMap<string, Resource>): Table {
  const name = resource.path.replaceAll("-", "_");
  const columns = shapeOf(resource).columns.map((column) => storedColumn(resource, name, column));
  const counted = columns.filter(
    ({ source }) => source.relation !== undefined && source.field.indexed,
  );
  const sequence = columns.find(({ source }) => source.field.isSequence)?.name;
  return {
    resource,
    name,
    columns,
    byName: new Map(columns.map((column) => [column.name, column])),
    visible: columns.filter(({ source }) => !source.field.hidden).map((column) => column.name),
    counted,
    counters: countersOf(counted, all),
    lists: columns.flatMap((column) => (isLinked(column) ? [column] : [])),
    indexes: indexesOf(resource, name, columns),
    ...(sequence === undefined ? {} : { sequence }),
  };
}

function storedColumn(resource: Resource, table: string, source: Column): StoredColumn {
  const { field, name } = source;
  const { codec } = kindOf(field);
  const inSet = resource.unique.some((set) => set.includes(name));
  const isWords = codec.type === "text" && source.relation === undefined && name !== "_id";
  return {
    name,
    source,
    codec,
    notNull: name === "_id" || (name === resource.timeField && isAlwaysThere(source)),
    ...(codec.foldsCase || (inSet && isWords) ? { folded: `${name}__lower` } : {}),
    ...(codec.list === "linked" ? { link: shortName(`${table}__${name}`) } : {}),
  };
}

function isLinked(column: StoredColumn): column is LinkedColumn {
  return column.link !== undefined;
}

function isAlwaysThere({ field }: Column): boolean {
  return field.required === true || field.writtenBy === "server";
}
