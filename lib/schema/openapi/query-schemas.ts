import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, type ColumnName, documentedNames } from "@/lib/schema/shape";
import { conditionName } from "./condition-schemas";
import { type JsonSchema, schemaRef } from "./kind-schemas";
import type { Naming } from "./names";
import { closedObject, referringConditions } from "./related-schemas";

/** Returns the schema of `select`: each field, and for a relation the fields of its record. */
export function selectComponent(resource: Resource, naming: Naming): JsonSchema {
  const names = documentedNames(resource);
  return closedObject(names.map(([name, target]) => [name, selected(target, naming)]));
}

/**
 * Returns the schema of `query`: a condition for each field, and `_and`, `_or`, `_not` of the
 * conditions in the component `inner`.
 */
export function queryComponent(resource: Resource, naming: Naming, inner: string): JsonSchema {
  const branches = { type: "array", items: schemaRef(inner), minItems: 1 };
  const fields = documentedNames(resource).flatMap(([name, target]) => {
    const condition = conditionOf(target, naming);
    return condition ? [[name, condition] as [string, JsonSchema]] : [];
  });
  return closedObject([
    ...fields,
    ...[["_and", branches] as const, ["_or", branches] as const],
    ["_not", schemaRef(inner)],
    ...referringConditions(resource),
  ]);
}

/**
 * Returns the schema of `sort`: a direction for each sortable field, and for a relation the fields
 * of its record.
 */
export function sortComponent(resource: Resource, naming: Naming): JsonSchema {
  const sorted = documentedNames(resource).filter(
    ([, { column }]) => kindOf(column.field).isSortable,
  );
  return closedObject(
    sorted.map(([name, { column, as }]) => {
      const related = as === "relation" ? to(column, naming) : undefined;
      return [name, schemaRef(related === undefined ? "Direction" : `${related}RelatedSort`)];
    }),
  );
}

function selected({ column, as }: ColumnName, naming: Naming): JsonSchema {
  const related =
    as === "relation" || column.relation === undefined ? to(column, naming) : undefined;
  return related === undefined ? { type: "boolean" } : schemaRef(`${related}RelatedSelect`);
}

function conditionOf({ column, as }: ColumnName, naming: Naming): JsonSchema | undefined {
  const name = conditionName(column.field);
  if (name === undefined) return undefined;
  const related = as === "relation" ? to(column, naming) : undefined;
  return schemaRef(related === undefined ? name : `${related}RelatedQuery`);
}

function to({ field }: Column, naming: Naming): string | undefined {
  return field.to === undefined ? undefined : naming(field.to);
}
