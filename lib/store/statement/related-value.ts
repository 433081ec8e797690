import { sql } from "kysely";
import type { RelatedKey } from "@/lib/schema/filter";
import type { Sql } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { columnOf, type Param, type Values } from "./parameterized-filter";
import { inProjectOf, inProjects, projectsKey } from "./project-scope";

/** How the record that a relation refers to is found, and where it may be. */
export interface RelationJoin {
  readonly owner: Table;
  readonly relation: StoredColumn;
  readonly target: Table;
  readonly projects: readonly Param[] | "all";
  readonly tables: ReadonlyMap<string, Table>;
  readonly key: string;
}

/** Finds the relation and its target, and takes the values out of `related`. */
export function parameterizeJoin(
  values: Values,
  owner: Table,
  relation: StoredColumn,
  related: RelatedKey,
  tables: ReadonlyMap<string, Table>,
): RelationJoin {
  const target = tables.get(related.to);
  if (!target) throw new Error(`There is no resource ${related.to}.`);
  const projects = values.addProjects(related.projects);
  const key = `${relation.name}>${projectsKey(projects)}`;
  return { owner, relation, target, projects, tables, key };
}

/** A column of the record referred to, null where there is none of this project that may be read. */
export function relatedValue(via: RelationJoin, column: string, alias: string): Sql {
  return sql`(select ${sql.ref(`o.${column}`)} from ${sql.table(via.target.name)} as o where ${isTarget(via, alias)})`;
}

/** Whether the record under the name `o` is the one that a record refers to. */
function isTarget({ owner, relation, target, projects, tables }: RelationJoin, alias: string): Sql {
  const conditions = [
    sql`o._id = ${sql.ref(`${alias}.${relation.name}`)}`,
    inProjectOf(target, "o", owner, alias, tables),
    ...(projects === "all" ? [] : [inProjects(target, "o", projects, tables)]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The column of a name as rows carry it: `title`, or `boxId.name` for a column of the record referred to. */
export function columnNamed(
  table: Table,
  name: string,
  tables: ReadonlyMap<string, Table>,
): StoredColumn {
  const [own = "", related] = name.split(".");
  const column = columnOf(table, own);
  if (related === undefined) return column;
  const target = tables.get(column.source.field.to ?? "");
  if (!target) throw new Error(`${table.resource.path} has no relation ${own}.`);
  return columnOf(target, related);
}
