import { AppError, isAppError } from "@/lib/errors";
import { visibilityOf } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources/index";
import type { FieldNames } from "@/lib/resources/oneuptime-aliases";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { presencesOf } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { foreignColumns } from "./foreign-columns";

/** The parts of a reply that follow from its select. */
export interface Selected {
  /** The foreign columns that were selected, by the name in the reply, with their values. */
  readonly foreign: Row;
  /** The selected columns with the number of members of a record, by the name in the reply. */
  readonly counted: readonly string[];
  /** The same for related records, by the name of the relation here. */
  readonly nested: ReadonlyMap<string, Selected>;
  /** Returns the name of a field in the reply. */
  readonly outward: FieldNames["outward"];
}

/** A select without foreign columns. */
export const nothing: Selected = {
  ...{ foreign: {}, counted: [], nested: new Map() },
  outward: (name) => name,
};

interface Translated extends Selected {
  /** The select with fields of the resource only. */
  readonly select: JsonValue | undefined;
}

/**
 * Splits a select into own fields and foreign columns. Names that neither knows are left out. Throws
 * a 403 that names the relation for related records that the caller may not read.
 */
export function readSelected(
  context: Context,
  resource: Resource,
  select: JsonValue | undefined,
  names: FieldNames,
): Translated {
  const { outward } = names;
  if (!isJsonObject(select)) return { ...nothing, select, outward };
  const own: Record<string, JsonValue> = {};
  const nested = new Map<string, Selected>();
  for (const [sent, wanted] of Object.entries(select)) {
    const name = names.inward(sent);
    if (!isOwn(resource, name)) continue;
    const related = isJsonObject(wanted) ? relatedTo(resource, name) : undefined;
    own[name] = related ? known(related, wanted) : ownWanted(resource, name, wanted);
    if (!related) continue;
    requireReadable(context, related, sent);
    nested.set(name, { ...nothing, foreign: foreignIn(related, wanted, nothing.outward) });
  }
  const isEmptied = Object.keys(own).length === 0 && Object.keys(select).length > 0;
  const foreign = foreignIn(resource, select, names.inward);
  const { counts } = foreignColumns(resource);
  const counted = Object.keys(foreign).filter((name) => counts.has(names.inward(name)));
  return { select: isEmptied ? { _id: true } : own, foreign, counted, nested, outward };
}

function isOwn(resource: Resource, name: string): boolean {
  return shapeOf(resource).byName.has(name) || presencesOf(resource).has(name);
}

/** Files are shown by their ids, whatever of them is selected. */
function ownWanted(resource: Resource, name: string, wanted: JsonValue): JsonValue {
  const field = shapeOf(resource).byName.get(name)?.column.field;
  const holdsIds = field !== undefined && kindOf(field).holdsIds;
  return isJsonObject(wanted) && holdsIds ? true : wanted;
}

function relatedTo(resource: Resource, name: string): Resource | undefined {
  return resourceAt(shapeOf(resource).byName.get(name)?.column.field.to ?? "");
}

/** Returns the parts of a nested select that are fields of the related resource. */
function known(resource: Resource, wanted: JsonValue): JsonValue {
  const { byName } = shapeOf(resource);
  if (!isJsonObject(wanted)) return wanted;
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => byName.has(name)));
}

function foreignIn(
  resource: Resource,
  select: JsonValue,
  inward: FieldNames["inward"],
): JsonObject {
  if (!isJsonObject(select)) return {};
  const { values } = foreignColumns(resource);
  const { byName } = shapeOf(resource);
  return Object.fromEntries(
    Object.entries(select).flatMap(([sent, wanted]): [string, JsonValue][] => {
      const value = values.get(inward(sent));
      const isShown = wanted !== false && value !== undefined && !byName.has(inward(sent));
      return isShown ? [[sent, value]] : [];
    }),
  );
}

/** Clients retry without the column that follows "permissions to select on -". */
function requireReadable(context: Context, related: Resource, name: string): void {
  try {
    visibilityOf(context, related);
  } catch (error) {
    if (!isAppError(error) || error.code !== "forbidden") throw error;
    const detail = `${error.detail} It has no permissions to select on - ${name}.`;
    throw new AppError("forbidden", detail, error.details);
  }
}
