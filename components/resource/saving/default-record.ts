import { formColumns } from "@/components/fields/form-values";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Returns the relations to the project's initial state, as their target defines it. */
export function initialStates(
  resource: Resource,
  resourceAt: (path: string) => Resource | undefined,
): { readonly column: Column; readonly target: Resource; readonly flag: string }[] {
  return formColumns(resource).flatMap((column) => {
    const target = column.field.to === undefined ? undefined : resourceAt(column.field.to);
    const flag = target?.stateFlags?.created;
    return column.field.required && target && flag ? [{ column, target, flag }] : [];
  });
}

/**
 * Returns the initial values of a new record besides its first states: defaults, required times set
 * to now, switches off.
 */
export function defaultRecord(resource: Resource, now: Date): Row {
  const entries = formColumns(resource).flatMap(({ name, field }) => {
    const value = field.default ?? firstValue(field, now);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function firstValue(field: Field, now: Date): JsonValue | undefined {
  const { isDate, isBoolean } = kindOf(field);
  if (!field.required) return undefined;
  if (isDate) return now.toISOString();
  return isBoolean ? false : undefined;
}

/** Returns the initial values of a copy: all writable fields without unique ones. */
export function duplicateOf(resource: Resource, record: Row): Row {
  const own = new Set(
    shapeOf(resource)
      .columns.filter(({ field }) => field.counts || field.slugFrom || field.ordersWithin)
      .map(({ name }) => name),
  );
  const { label } = resource;
  const field = resource.fields[label];
  const copy = Object.fromEntries(Object.entries(record).filter(([name]) => !own.has(name)));
  const title = record[label];
  // A word can be added to a plain name only.
  const isPlain = field !== undefined && kindOf(field).isPlainText;
  return isPlain && typeof title === "string" ? { ...copy, [label]: `${title} (copy)` } : copy;
}
