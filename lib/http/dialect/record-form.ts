import { prepareMemberCounts } from "@/lib/operations/summary/member-counts";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources/index";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { foreignColumns } from "./foreign-columns";
import { nothing, type Selected } from "./selected";

/**
 * Returns a record in the form of OneUptime: ids, dates, colors, e-mail and web addresses as typed
 * values, related records as objects, and the foreign columns that the client selected.
 */
export function wrappedRecord(resource: Resource, record: Row, selected: Selected): Row {
  const shown: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(record)) {
    const inner = selected.nested.get(name) ?? nothing;
    shown[selected.outward(name)] = wrapped(resource, name, inner)(value);
  }
  return Object.assign(shown, selected.foreign);
}

/** Returns a function that does the same for a page, and counts the members of all its records. */
export function wrappedRecords(context: Context, resource: Resource, selected: Selected) {
  const { counted } = selected;
  if (counted.length === 0) {
    return async (records: readonly Row[]) =>
      records.map((record) => wrappedRecord(resource, record, selected));
  }
  const countOf = prepareMemberCounts(context, resource);
  return async (records: readonly Row[]) => {
    const counts = await countOf(records.map(({ _id }) => String(_id)));
    return records.map((record) => {
      const count = counts.get(String(record._id)) ?? 0;
      const numbers = Object.fromEntries(counted.map((name) => [name, count]));
      return { ...wrappedRecord(resource, record, selected), ...numbers };
    });
  };
}

type Wrap = (value: JsonValue) => JsonValue;

function wrapped(resource: Resource, name: string, inner: Selected): Wrap {
  const known = wraps.get(resource) ?? new Map<string, MakeWrap>();
  wraps.set(resource, known);
  const make = known.get(name) ?? wrapOf(resource, name);
  known.set(name, make);
  return make(inner);
}

/** A record has other names besides fields: presence flags, and the secret of a new key. */
type MakeWrap = (inner: Selected) => Wrap;
const wraps = new WeakMap<Resource, Map<string, MakeWrap>>();

function wrapOf(resource: Resource, name: string): MakeWrap {
  const target = shapeOf(resource).byName.get(name);
  if (!target || name === "_id") return () => asIs;
  const { field } = target.column;
  const related = resourceAt(field.to ?? "");
  const typed = foreignColumns(resource).typed.get(name);
  if (target.as === "relation") return (inner) => (value) => reference(related, value, inner);
  if (kindOf(field).holdsIds && !typed) {
    return (inner) => (value) => references(related, value, inner);
  }
  const type = typed ?? kindOf(field).typedAs;
  if (field.foreign && kindOf(field).isBoolean) return () => (value) => value ?? false;
  if (type === undefined) return () => asIs;
  return () => (value) => (value === null ? null : { _type: type, value });
}

const asIs: Wrap = (value) => value;

/** Returns the record that an id names as `{_id}`; with selected fields, in the same form. */
function reference(related: Resource | undefined, value: JsonValue, inner: Selected): JsonValue {
  if (typeof value === "string") return { _id: value };
  return isJsonObject(value) && related ? wrappedRecord(related, value, inner) : value;
}

/** A file column may hold one id in place of a list. */
function references(related: Resource | undefined, value: JsonValue, inner: Selected): JsonValue {
  if (value === null) return [];
  const all: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return all.map((one) => reference(related, one, inner));
}
