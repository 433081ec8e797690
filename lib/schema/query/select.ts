import type { Fault } from "@/lib/errors";
import type { Projects } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { faultAt, fieldFault, unknownField } from "@/lib/schema/pointer";
import { presencesOf } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { QueryScope } from "./query-place";

/** One field of a returned record: its name in the response and its column. */
export interface SelectedField {
  readonly name: string;
  readonly column: string;
  /** The value cannot be read back. The response has null, and the column is not read. */
  readonly isUnreadable?: true;
  /** The response has whether the column holds a value, never the value. */
  readonly isPresence?: true;
  /** The value may change while the version of the record stays. */
  readonly isDerived?: true;
  /** Set for fields of the related record: its resource, its columns, the readable projects. */
  readonly nested?: NestedSelection;
}

export interface NestedSelection {
  readonly resource: Resource;
  readonly columns: readonly SelectedField[];
  readonly projects: Projects;
  readonly isList: boolean;
}

/** The fields of each record in a response. `_id` always comes first. */
export interface Selection {
  readonly fields: readonly SelectedField[];
  readonly hasNested: boolean;
  /** True if a value may change while the version of the record stays. */
  readonly isVersionless?: boolean | undefined;
  /** The same object serves every request for these fields. */
  readonly isKept?: boolean;
}

const whole = new WeakMap<Resource, Selection>();

/**
 * Reads a select and adds errors to `faults`. Absent or `{}` means every readable own field, with
 * relations as ids. Throws a 403 if it refers to records that the caller may not read.
 */
export function readSelect(
  resource: Resource,
  select: JsonValue | undefined,
  scope: QueryScope,
  faults: Fault[],
): Selection {
  if (select === undefined || select === null) return fullSelection(resource);
  if (!isJsonObject(select)) {
    faults.push(fieldFault("select", 'must be an object such as {"title": true}'));
    return fullSelection(resource);
  }
  const entries = Object.entries(select);
  if (entries.length === 0) return fullSelection(resource);
  const fields = entries
    .map(([name, wanted]) => readField(resource, name, wanted, scope, faults))
    .filter((field) => field !== undefined && field.name !== "_id");
  const chosen = [idField, ...fields.filter((field) => field !== undefined)];
  const hasNested = chosen.some((field) => field.nested);
  const isVersionless = hasNested || chosen.some((field) => field.isDerived);
  return { fields: chosen, hasNested, isVersionless };
}

const idField: SelectedField = { name: "_id", column: "_id" };

/** Returns every readable own field: scalars, ids of relations and relation lists. */
export function fullSelection(resource: Resource): Selection {
  const known = whole.get(resource);
  if (known) return known;
  const fields = shapeOf(resource)
    .columns.filter(({ field }) => !field.hidden && !kindOf(field).isSecret)
    .map(({ name }) => ({ name, column: name }));
  const selection = { fields, hasNested: false, isKept: true };
  whole.set(resource, selection);
  return selection;
}

function readField(
  resource: Resource,
  name: string,
  wanted: JsonValue,
  scope: QueryScope,
  faults: Fault[],
): SelectedField | undefined {
  const presence = presencesOf(resource).get(name);
  if (presence && typeof wanted === "boolean") {
    return wanted ? { name, column: presence.name, isPresence: true } : undefined;
  }
  const target = shapeOf(resource).byName.get(name);
  if (!target) {
    faults.push(
      unknownField(["select", name], resource.name, shapeOf(resource).byName.keys(), faults),
    );
    return undefined;
  }
  if (wanted === false) return undefined;
  const { column } = target;
  if (wanted === true) return selectedField(name, column);
  const isList = column.relation === undefined;
  const related = target.as === "relation" || isList ? relatedTo(column, scope) : undefined;
  if (isJsonObject(wanted) && related) {
    const columns = readNested(related, name, wanted, faults);
    const projects = scope.readableProjects(related);
    return { name, column: column.name, nested: { resource: related, columns, projects, isList } };
  }
  const problem = related
    ? "must be true, false or an object of its fields"
    : "must be true or false";
  faults.push(faultAt(["select", name], name, problem));
  return undefined;
}

function selectedField(name: string, column: Column): SelectedField {
  const isUnreadable = kindOf(column.field).isSecret;
  const { byName: isDerived } = column.field;
  return {
    name,
    column: column.name,
    ...(isUnreadable && { isUnreadable }),
    ...(isDerived && { isDerived }),
  };
}

function relatedTo(column: Column, scope: QueryScope): Resource | undefined {
  return column.field.to === undefined ? undefined : scope.resolve(column.field.to);
}

function readNested(
  resource: Resource,
  relation: string,
  wanted: JsonObject,
  faults: Fault[],
): SelectedField[] {
  const { byName } = shapeOf(resource);
  const fields = Object.entries(wanted).map(([name, value]) => {
    const path = ["select", relation, name];
    const target = byName.get(name);
    if (!target) faults.push(unknownField(path, resource.name, byName.keys(), faults));
    else if (typeof value !== "boolean") {
      faults.push(
        faultAt(path, `${relation}.${name}`, "must be true or false: select is one level deep"),
      );
    }
    return target && value === true ? selectedField(name, target.column) : undefined;
  });
  return fields.filter((field) => field !== undefined);
}
