import type { Field } from "./field";
import type { Resource } from "./resource";

/** A stored column: a field under its column name (`incidentId` for the relation `incident`). */
export interface Column {
  readonly name: string;
  readonly field: Field;
  /** The relation's own name, when the column holds a relation's id. */
  readonly relation?: string;
}

/** The column that an API name refers to. */
export interface ColumnName {
  readonly column: Column;
  /** `relation`: the name refers to the related record (`incident`), not to its id. */
  readonly as: "value" | "relation";
}

/** The columns of a resource and their API names. Most hidden columns have no API name. */
export interface Shape {
  readonly columns: readonly Column[];
  /** The names of all columns, including hidden ones. */
  readonly columnNames: readonly string[];
  readonly byColumn: ReadonlyMap<string, Column>;
  readonly byName: ReadonlyMap<string, ColumnName>;
}

const shapes = new WeakMap<Resource, Shape>();

/** Returns the shape of a resource, computed once per definition. */
export function shapeOf(resource: Resource): Shape {
  const known = shapes.get(resource);
  if (known) return known;
  const columns = Object.entries(resource.fields).map(
    ([name, field]): Column =>
      field.kind === "relation" ? { name: `${name}Id`, field, relation: name } : { name, field },
  );
  const shape: Shape = {
    columns,
    columnNames: columns.map(({ name }) => name),
    byColumn: new Map(columns.map((column) => [column.name, column])),
    byName: new Map(columns.filter(({ field }) => isNamed(field)).flatMap(namesOf)),
  };
  shapes.set(resource, shape);
  return shape;
}

/** Returns true for a field that clients may filter, sort and select by. */
export function isNamed({ hidden, byName }: Field): boolean {
  return !hidden || byName === true;
}

/** Returns the API names that documents list: those of the fields in every reply. */
export function documentedNames(resource: Resource): readonly [string, ColumnName][] {
  return [...shapeOf(resource).byName].filter(([, { column }]) => !column.field.hidden);
}

function namesOf(column: Column): [string, ColumnName][] {
  const value: [string, ColumnName] = [column.name, { column, as: "value" }];
  if (column.relation !== undefined) return [[column.relation, { column, as: "relation" }], value];
  return [value];
}
