import { sql } from "kysely";
import type { RelatedKey } from "@/lib/schema/filter";
import type { Sql } from "@/lib/store/port/engine";
import type { StoredColumn, Table } from "@/lib/store/schema/table";
import { columnOf, type Values } from "./parameterized-filter";
import { mostSortedParams, type ProjectParams, projectsKey } from "./project-params";
import { inProjectOf, inProjects } from "./project-scope";

/** Join to the record that a relation refers to, and the projects it may be in. */
export interface RelationJoin {
  readonly owner: Table;
  readonly relation: StoredColumn;
  readonly target: Table;
  readonly projects: ProjectParams;
  readonly tables: ReadonlyMap<string, Table>;
  readonly key: string;
}

/** Resolves the relation and its target, and parameterizes `related`. */
export function parameterizeJoin(
  values: Values,
  owner: Table,
  relation: StoredColumn,
  related: RelatedKey,
  tables: ReadonlyMap<string, Table>,
): RelationJoin {
  const target = tables.get(related.to);
  if (!target) throw new Error(`There is no resource ${related.to}.`);
  const projects = values.addProjects(related.projects, mostSortedParams);
  const key = `${relation.name}>${projectsKey(projects)}`;
  return { owner, relation, target, projects, tables, key };
}

/** Returns a column of the related record; null without a readable one in the same project. */
export function relatedValue(via: RelationJoin, column: string, alias: string): Sql {
  return sql`(select ${sql.ref(`o.${column}`)} from ${sql.table(via.target.name)} as o where ${isTarget(via, alias)})`;
}

/** Returns the condition that the record under the alias `o` is the related one. */
function isTarget({ owner, relation, target, projects, tables }: RelationJoin, alias: string): Sql {
  const conditions = [
    sql`o._id = ${sql.ref(`${alias}.${relation.name}`)}`,
    inProjectOf(target, "o", owner, alias, tables),
    ...(projects === "all" ? [] : [inProjects(target, "o", projects, tables)]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Returns the column of a name in rows: `title`, or `boxId.name` for a related column. */
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
