import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, documentedNames } from "@/lib/schema/shape";
import { conditionName } from "./condition-schemas";
import { fieldSchema, type JsonSchema, schemaRef } from "./kind-schemas";
import { componentName } from "./names";
import { filledByServer } from "./record-schemas";

/**
 * Returns the components of a resource for records that refer to it: what may be selected of it,
 * sorted by and compared, and the record in a reply. They name no other resource. A document
 * without circles is one that generators can write out.
 */
export function relatedComponents(resource: Resource): Record<string, JsonSchema> {
  const name = componentName(resource);
  const columns = documentedNames(resource);
  const direction = schemaRef("Direction");
  const sorted = columns.filter(([, { column }]) => kindOf(column.field).isSortable);
  return {
    [`${name}Related`]: closedObject(
      columns.map(([own, { column, as }]) => [own, relatedValue(column, as === "relation")]),
    ),
    [`${name}RelatedSelect`]: {
      description: "true for the id, or an object of the fields of the record it names.",
      anyOf: [
        { type: "boolean" },
        closedObject(columns.map(([own]) => [own, { type: "boolean" }])),
      ],
    },
    [`${name}RelatedSort`]: {
      description: "A direction for the id, or directions for fields of the record it names.",
      anyOf: [direction, closedObject(sorted.map(([own]) => [own, direction]))],
    },
    [`${name}RelatedQuery`]: {
      anyOf: [schemaRef("IdCondition"), schemaRef(`${name}Conditions`)],
    },
    [`${name}Conditions`]: conditionsComponent(resource),
  };
}

/**
 * Returns the schema of a query within a query: conditions on the fields. Queries further in are
 * objects without a stated form.
 */
function conditionsComponent(resource: Resource): JsonSchema {
  const fields = documentedNames(resource).flatMap(([name, { column, as }]) => {
    const condition = as === "relation" ? "RelatedCondition" : conditionName(column.field);
    return condition === undefined ? [] : [[name, schemaRef(condition)] as [string, JsonSchema]];
  });
  const branches = schemaRef("QueryBranches");
  return closedObject([
    ...fields,
    ...[["_and", branches] as const, ["_or", branches] as const],
    ["_not", { type: "object" }],
    ...referringConditions(resource),
  ]);
}

/** Returns the conditions on records that refer to a record; none if it belongs to no one project. */
export function referringConditions({ scope }: Resource): readonly [string, JsonSchema][] {
  if (scope !== "project") return [];
  const queries = schemaRef("Referring");
  return [
    ["_has", queries],
    ["_hasNo", queries],
  ];
}

/** Returns the schema of an object with these properties alone, none of them required. */
export function closedObject(entries: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  const properties = Object.fromEntries(entries);
  return { type: "object", properties, additionalProperties: false };
}

/** Returns the schema of a column's value, where a relation is the id of its record. */
function relatedValue({ field, name }: Column, isRelation: boolean): JsonSchema {
  if (kindOf(field).isSecret) return { type: "null" };
  const isFilled = field.required || filledByServer.has(name);
  return fieldSchema(field, { isNullable: isRelation || !isFilled, words: {} });
}
