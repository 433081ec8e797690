import { sql } from "kysely";
import type { Sql } from "@/lib/store/port/engine";
import type { Table } from "@/lib/store/schema/table";
import type {
  JsonComparison,
  JsonLeaf,
  ParameterizedFilter,
  Referred,
  Related,
} from "./filter-template";
import type { Param } from "./parameterized-filter";
import { inProjectOf, inProjects, isAnyOf } from "./project-scope";
import { leaf, type Subject } from "./where-leaf";

/** Returns the SQL of a filter with parameters. Names come from the tables only. */
export function condition(parameterized: ParameterizedFilter, subject: Subject): Sql {
  switch (parameterized.op) {
    case "and":
    case "or": {
      const parts = parameterized.parts.map((part) => condition(part, subject));
      if (parts.length === 0) return parameterized.op === "and" ? sql`true` : sql`false`;
      return sql`(${sql.join(parts, sql.raw(` ${parameterized.op} `))})`;
    }
    case "not":
      return sql`((${condition(parameterized.part, subject)}) is not true)`;
    case "related":
      return related(parameterized, subject);
    case "referred":
      return referred(parameterized, subject);
    case "jsonEquals":
      return jsonEquals(parameterized, subject);
    case "jsonCompare":
      return jsonCompare(parameterized, subject);
    default:
      return leaf(parameterized, subject);
  }
}

/** Returns a WHERE with all conditions; empty without conditions. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** Returns the subject of conditions on a record beside this one. */
function subjectBeside(subject: Subject, table: Table): Subject {
  const depth = subject.depth + 1;
  return { ...subject, table, alias: `r${depth}`, depth, wrap: undefined };
}

function related(parameterized: Related, subject: Subject): Sql {
  const { column, target, projects, ofAnyProject } = parameterized;
  const inner = subjectBeside(subject, target);
  const { alias } = inner;
  const id = sql.ref(`${alias}._id`);
  const listed = (link: string) =>
    sql`${id} in (select "targetId" from ${sql.table(link)} where "ownerId" = ${sql.ref(`${subject.alias}._id`)})`;
  const conditions = [
    column.link === undefined
      ? sql`${id} = ${sql.ref(`${subject.alias}.${column.name}`)}`
      : listed(column.link),
    ...(ofAnyProject
      ? []
      : [inProjectOf(target, alias, subject.table, subject.alias, subject.tables)]),
    ...(projects === "all" ? [] : [inProjects(target, alias, projects, subject.tables)]),
    condition(parameterized.part, inner),
  ];
  return sql`exists (select 1 from ${sql.table(target.name)} as ${sql.ref(alias)} where ${sql.join(
    conditions,
    sql` and `,
  )})`;
}

function referred({ source, by, part, projects }: Referred, subject: Subject): Sql {
  const inner = subjectBeside(subject, source);
  const { alias } = inner;
  const id = sql.ref(`${subject.alias}._id`);
  const lists = (link: string) =>
    sql`${sql.ref(`${alias}._id`)} in (select "ownerId" from ${sql.table(link)} where "targetId" = ${id})`;
  const conditions = [
    by.link === undefined ? sql`${sql.ref(`${alias}.${by.name}`)} = ${id}` : lists(by.link),
    inProjectOf(source, alias, subject.table, subject.alias, subject.tables),
    ...(projects === "all" ? [] : [inProjects(source, alias, projects, subject.tables)]),
    ...(part ? [condition(part, inner)] : []),
  ];
  return sql`exists (select 1 from ${sql.table(source.name)} as ${sql.ref(alias)} where ${sql.join(
    conditions,
    sql` and `,
  )})`;
}

const signs = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

function jsonCompare(template: JsonComparison, subject: Subject): Sql {
  const { column, path, type, compare, value } = template;
  const json = sql.ref(`${subject.alias}.${column.name}`);
  const keys = path.map((param) => sql`${param}`);
  return subject.spelling.jsonCompare(json, keys, type, signs[compare], sql`${value}`);
}

function jsonEquals({ column, path, type, value }: JsonLeaf, subject: Subject): Sql {
  const json = sql.ref(`${subject.alias}.${column.name}`);
  const keys = path.map((param) => sql`${param}`);
  return subject.spelling.jsonEquals(json, keys, type, sql`${value}`);
}

/** Condition on records whose list holds one of some ids. */
export interface Owners {
  readonly link: string;
  readonly slots: readonly Param[];
}

/** Returns the same condition as `hasAny`, read from the link table. */
export function ownersOf({ link, slots: params }: Owners, alias: string): Sql {
  const isTarget = isAnyOf(params)(sql.ref("targetId"));
  const owners = sql`select "ownerId" from ${sql.table(link)} where ${isTarget}`;
  return sql`${sql.ref(`${alias}._id`)} in (${owners})`;
}
