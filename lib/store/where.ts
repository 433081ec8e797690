import { sql } from "kysely";
import type { Spelling, Sql } from "./engine";
import { inProjectOf, inProjects, isAnyOf } from "./scope";
import type { Table } from "./table";
import type { JsonLeaf, Leaf, LeafOp, Related, Slot, Template } from "./template";

/** What the conditions of one statement are about. */
export interface Subject {
  readonly table: Table;
  readonly alias: string;
  readonly tables: ReadonlyMap<string, Table>;
  readonly spelling: Spelling;
  /** How many records the filter has gone through by relations; makes aliases differ. */
  readonly depth: number;
  /** Keeps the columns of comparisons from indexes. */
  readonly wrap?: ((column: Sql) => Sql) | undefined;
}

/** The SQL of a filter, its values as slots. Names come from the tables only. */
export function condition(template: Template, subject: Subject): Sql {
  switch (template.op) {
    case "and":
    case "or": {
      const parts = template.parts.map((part) => condition(part, subject));
      if (parts.length === 0) return template.op === "and" ? sql`true` : sql`false`;
      return sql`(${sql.join(parts, sql.raw(` ${template.op} `))})`;
    }
    case "not":
      return sql`((${condition(template.part, subject)}) is not true)`;
    case "related":
      return related(template, subject);
    case "jsonEquals":
      return jsonEquals(template, subject);
    default:
      return leaf(template, subject);
  }
}

function related(template: Related, subject: Subject): Sql {
  const { target, projects, ofAnyProject } = template;
  const alias = `r${subject.depth + 1}`;
  const inner: Subject = {
    ...subject,
    table: target,
    alias,
    depth: subject.depth + 1,
    wrap: undefined,
  };
  const conditions = [
    sql`${sql.ref(`${alias}._id`)} = ${sql.ref(`${subject.alias}.${template.column.name}`)}`,
    ...(ofAnyProject
      ? []
      : [inProjectOf(target, alias, subject.table, subject.alias, subject.tables)]),
    ...(projects === "all" ? [] : [inProjects(target, alias, projects, subject.tables)]),
    condition(template.part, inner),
  ];
  return sql`exists (select 1 from ${sql.table(target.name)} as ${sql.ref(alias)} where ${sql.join(
    conditions,
    sql` and `,
  )})`;
}

function jsonEquals({ column, path, type, value }: JsonLeaf, subject: Subject): Sql {
  const json = sql.ref(`${subject.alias}.${column.name}`);
  const keys = path.map((slot) => sql`${slot}`);
  return subject.spelling.jsonEquals(json, keys, type, sql`${value}`);
}

function leaf(template: Leaf, subject: Subject): Sql {
  const { column } = template;
  const { wrap = (unchanged) => unchanged } = subject;
  const name = column.codec.foldsCase ? (column.folded ?? column.name) : column.name;
  const place: Place = {
    ...subject,
    column: sql.ref(`${subject.alias}.${column.name}`),
    comparable: wrap(sql.ref(`${subject.alias}.${name}`)),
    id: sql.ref(`${subject.alias}._id`),
    template,
  };
  const test = leaves[template.op](place, template.slots);
  return template.orNull ? sql`(${test} or ${place.column} is null)` : test;
}

interface Place extends Subject {
  readonly template: Leaf;
  readonly column: Sql;
  /** The column, or the one that keeps it in lower case where equality disregards case. */
  readonly comparable: Sql;
  readonly id: Sql;
}

type Test = (place: Place, slots: readonly Slot[]) => Sql;

const compare =
  (operator: string): Test =>
  ({ comparable }, slots) =>
    sql`${comparable} ${sql.raw(operator)} ${slots[0]}`;

const leaves: Readonly<Record<LeafOp, Test>> = {
  eq: equal,
  ne: compare("<>"),
  gt: compare(">"),
  gte: compare(">="),
  lt: compare("<"),
  lte: compare("<="),
  in: ({ comparable }, slots) => isAnyOf(slots)(comparable),
  notIn: ({ column, comparable }, slots) =>
    slots.length === 0
      ? sql`${column} is not null`
      : sql`${comparable} not in (${sql.join(slots)})`,
  between: ({ comparable }, [from, to]) =>
    sql`(${comparable} >= ${from} and ${comparable} <= ${to})`,
  contains: text("contains"),
  notContains: (place, slots) => sql`not ${text("contains")(place, slots)}`,
  startsWith: text("startsWith"),
  endsWith: text("endsWith"),
  isNull: ({ column }) => sql`${column} is null`,
  notNull: ({ column }) => sql`${column} is not null`,
  isEmpty: ({ column }) => sql`(${column} is null or ${column} = '[]')`,
  notEmpty: ({ column }) => sql`(${column} is not null and ${column} <> '[]')`,
  hasAny: (place, slots) => (slots.length === 0 ? sql`false` : hasAny(place, slots)),
  hasNone: (place, slots) =>
    slots.length === 0
      ? sql`${place.column} is not null`
      : sql`(${place.column} is not null and not ${hasAny(place, slots)})`,
  hasAll: (place, slots) => hasAll(place, slots.slice(0, -1), slots.slice(-1)),
};

function text(test: "contains" | "startsWith" | "endsWith"): Test {
  return ({ column, id, spelling, table, template }, [part]) => {
    const name = `${table.name}.${template.column.name}`;
    return spelling[test](column, sql`${part}`, { id, column: name });
  };
}

/** The index of a unique set holds the lower-cased text: it finds the few among which the right one is. */
function equal({ comparable, alias, template }: Place, [value, lower]: readonly Slot[]): Sql {
  const { folded } = template.column;
  if (lower === undefined || folded === undefined) return sql`${comparable} = ${value}`;
  return sql`(${sql.ref(`${alias}.${folded}`)} = ${lower} and ${comparable} = ${value})`;
}

function hasAny({ template, column, id, spelling }: Place, slots: readonly Slot[]): Sql {
  const { link } = template.column;
  const wanted = sql`in (${sql.join(slots)})`;
  if (link === undefined) {
    return sql`exists (select 1 from (${spelling.elements(column)}) as e where e.value ${wanted})`;
  }
  return sql`exists (select 1 from ${sql.table(link)} where "ownerId" = ${id} and "targetId" ${wanted})`;
}

/** Records whose list holds one of some ids. */
export interface Owners {
  readonly link: string;
  readonly slots: readonly Slot[];
}

/** Whether a record is one of those that a link table holds for a list: the same as `hasAny`, from the other end. */
export function ownersOf({ link, slots }: Owners, alias: string): Sql {
  const isTarget = isAnyOf(slots)(sql.ref("targetId"));
  const owners = sql`select "ownerId" from ${sql.table(link)} where ${isTarget}`;
  return sql`${sql.ref(`${alias}._id`)} in (${owners})`;
}

/** The last slot holds how many different values there are. */
function hasAll(place: Place, slots: readonly Slot[], [distinct]: readonly Slot[]): Sql {
  const { template, column, id, spelling } = place;
  if (slots.length === 0) return sql`${column} is not null`;
  const { link } = template.column;
  const wanted = sql`in (${sql.join(slots)})`;
  const found =
    link === undefined
      ? sql`select count(distinct e.value) from (${spelling.elements(column)}) as e where e.value ${wanted}`
      : sql`select count(*) from ${sql.table(link)} where "ownerId" = ${id} and "targetId" ${wanted}`;
  return sql`(${hasAny(place, slots.slice(0, 1))} and (${found}) = ${distinct})`;
}
