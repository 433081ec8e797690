import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, type ColumnName, shapeOf } from "@/lib/schema/shape";
import { conditionName } from "./condition-schemas";
import { type JsonSchema, schemaRef } from "./kind-schemas";
import type { Naming } from "./names";

/** Returns the schema of `select`: each field, and for a relation the fields of its record. */
export function selectComponent(resource: Resource, naming: Naming): JsonSchema {
  const names = [...shapeOf(resource).byName];
  return closed(names.map(([name, target]) => [name, selected(target, naming)]));
}

/** Returns the schema of `query`: a condition for each field, and `_and`, `_or`, `_not`. */
export function queryComponent(resource: Resource, naming: Naming, own: string): JsonSchema {
  const branches = { type: "array", items: schemaRef(own), minItems: 1 };
  const fields = [...shapeOf(resource).byName].flatMap(([name, target]) => {
    const condition = conditionOf(target, naming);
    return condition ? [[name, condition] as [string, JsonSchema]] : [];
  });
  return closed([...fields, ["_and", branches], ["_or", branches], ["_not", schemaRef(own)]]);
}

/**
 * Returns the schema of `sort`: a direction for each sortable field, and for a relation the fields
 * of its record.
 */
export function sortComponent(resource: Resource): JsonSchema {
  const sorted = [...shapeOf(resource).byName].filter(
    ([, { column }]) => kindOf(column.field).isSortable,
  );
  return closed(
    sorted.map(([name, { as }]) => [
      name,
      schemaRef(as === "relation" ? "SortRelated" : "SortDirection"),
    ]),
  );
}

function closed(entries: [string, JsonSchema][]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(entries),
    additionalProperties: false,
  };
}

function selected({ column, as }: ColumnName, naming: Naming): JsonSchema {
  const related =
    as === "relation" || column.relation === undefined ? to(column, naming) : undefined;
  return related === undefined ? { type: "boolean" } : schemaRef("SelectRelated");
}

function conditionOf({ column, as }: ColumnName, naming: Naming): JsonSchema | undefined {
  const name = conditionName(column.field);
  if (name === undefined) return undefined;
  const related = as === "relation" ? to(column, naming) : undefined;
  if (related === undefined) return schemaRef(name);
  return { anyOf: [schemaRef(name), schemaRef(`${related}Query`)] };
}

function to({ field }: Column, naming: Naming): string | undefined {
  return field.to === undefined ? undefined : naming(field.to);
}
