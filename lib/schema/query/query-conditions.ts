import type { Filter, Scalar } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { nearestAfter } from "@/lib/schema/pointer";
import type { Column } from "@/lib/schema/shape";
import { matchText } from "@/lib/schema/values/match";
import type { OperatorName } from "@/lib/schema/values/operators";
import type { QueryPlace } from "./query-place";
import { countTextCondition } from "./text-conditions";

const includesMax = 500;

/** Reads a plain condition: null ("is null"), an array ("any of") or a value (equality). */
export function plainCondition(
  column: Column,
  value: JsonValue,
  place: QueryPlace,
): Filter | undefined {
  if (value === null) return condition(column, "IsNull", { value }, place);
  if (Array.isArray(value)) return condition(column, "Includes", { value }, place);
  const name = isList(column) ? "Includes" : "EqualTo";
  return condition(column, name, { value: isList(column) ? [value] : value }, place);
}

/** Reads a condition `{_type, value}`. Returns "unknown" if `_type` is no operator. */
export function operatorCondition(
  column: Column,
  type: string,
  operand: JsonObject,
  place: QueryPlace,
): Filter | undefined | "unknown" {
  if (isOperator(type)) return condition(column, type, operand, place);
  if (takesNestedData(column)) return "unknown";
  const offered = kindOf(column.field).operators;
  if (offered.length === 0) return place.refuse("cannot be filtered by");
  const near = nearestAfter(place.reading.faults.length, type, offered);
  const hint =
    near === undefined ? `: use one of ${offered.join(", ")}` : `; did you mean ${near}?`;
  return place.at("_type").refuse(`has no such operator${hint}`, place.field);
}

function condition(
  column: Column,
  name: OperatorName,
  operand: JsonObject,
  place: QueryPlace,
): Filter | undefined {
  const offered = kindOf(column.field).operators;
  if (offered.length === 0) return place.refuse("cannot be filtered by");
  if (!offered.includes(name)) {
    return place.refuse(`cannot be filtered by ${name}; use ${offered.join(", ")}`);
  }
  countTextCondition(name, place);
  const { field } = place;
  const { faults } = place.reading;
  const faultsBefore = faults.length;
  const operands: Operands = {
    column: column.name,
    isList: isList(column),
    one: (key) => readScalar(column, operand[key ?? "value"], key ? place.at(key) : place, field),
    many: () => readMany(column, operand, place),
    allIds: () => readIds(column, operand, place),
    text: () => readText(operand, place),
  };
  const filter = makers[name](operands);
  return faults.length > faultsBefore ? undefined : filter;
}

/** The values of one operator, read on demand. A bad value adds a fault; its result is unused. */
interface Operands {
  readonly column: string;
  readonly isList: boolean;
  readonly one: (key?: string) => Scalar;
  readonly many: () => { readonly values: readonly Scalar[]; readonly orNull: boolean };
  /** The values of a list, without null, which no list holds. */
  readonly allIds: () => string[];
  readonly text: () => string;
}

const makers: Record<OperatorName, (operands: Operands) => Filter> = {
  EqualTo: ({ column, one }) => ({ op: "eq", column, value: one() }),
  NotEqual: ({ column, one }) => ({ op: "ne", column, value: one() }),
  GreaterThan: ({ column, one }) => ({ op: "gt", column, value: one() }),
  GreaterThanOrEqual: ({ column, one }) => ({ op: "gte", column, value: one() }),
  LessThan: ({ column, one }) => ({ op: "lt", column, value: one() }),
  LessThanOrEqual: ({ column, one }) => ({ op: "lte", column, value: one() }),
  EqualToOrNull: ({ column, one }) => ({ op: "eq", column, value: one(), orNull: true }),
  GreaterThanOrNull: ({ column, one }) => ({ op: "gt", column, value: one(), orNull: true }),
  LessThanOrNull: ({ column, one }) => ({ op: "lt", column, value: one(), orNull: true }),
  InBetween: ({ column, one }) => ({
    op: "between",
    column,
    from: one("startValue"),
    to: one("endValue"),
  }),
  Search: ({ column, text }) => ({ op: "contains", column, value: text() }),
  NotContains: ({ column, text }) => ({ op: "notContains", column, value: text() }),
  StartsWith: ({ column, text }) => ({ op: "startsWith", column, value: text() }),
  EndsWith: ({ column, text }) => ({ op: "endsWith", column, value: text() }),
  Includes: anyOf,
  IncludesAll: ({ column, allIds }) => ({ op: "hasAll", column, values: allIds() }),
  IncludesNone: ({ column, many, allIds, isList }) =>
    isList
      ? { op: "hasNone", column, values: allIds() }
      : { op: "notIn", column, values: many().values },
  IsNull: ({ column, isList }) => ({ op: isList ? "isEmpty" : "isNull", column }),
  NotNull: ({ column, isList }) => ({ op: isList ? "notEmpty" : "notNull", column }),
};

function anyOf({ column, many, isList }: Operands): Filter {
  const { values, orNull } = many();
  const filter: Filter = isList
    ? { op: "hasAny", column, values: idsOf(values) }
    : { op: "in", column, values };
  if (!orNull) return filter;
  return { op: "or", filters: [filter, { op: isList ? "isEmpty" : "isNull", column }] };
}

function readMany(column: Column, { value }: JsonObject, place: QueryPlace) {
  if (!Array.isArray(value) || value.length > includesMax) {
    const problem = Array.isArray(value)
      ? `may be compared with at most ${includesMax} values at once`
      : "must be compared with an array of values";
    place.refuse(problem);
    return { values: [], orNull: false };
  }
  const values = value.flatMap((item, index) =>
    item === null ? [] : [readScalar(column, item, place.at(index), place.field)],
  );
  return { values, orNull: values.length < value.length };
}

/** Refuses an array of nothing but null, which would find every record. */
function readIds(column: Column, operand: JsonObject, place: QueryPlace): string[] {
  const { values, orNull } = readMany(column, operand, place);
  if (orNull && values.length === 0) {
    place.refuse("must not be compared with null alone; use IsNull or NotNull");
  }
  return idsOf(values);
}

function readScalar(
  column: Column,
  value: JsonValue | undefined,
  place: QueryPlace,
  field: string,
): Scalar {
  const plain = isJsonObject(value) && column.field.to ? (value._id ?? value.id) : value;
  if (plain === null) {
    place.refuse("must not be compared with null; use IsNull or NotNull", field);
    return "";
  }
  const read =
    plain === undefined ? "needs a value to be compared with" : kindOf(column.field).match(plain);
  if (typeof read !== "string") return read.value;
  place.refuse(read, field);
  return "";
}

function readText({ value = null }: JsonObject, place: QueryPlace): string {
  const read = matchText(value);
  if (typeof read !== "string") return String(read.value);
  place.refuse(read);
  return "";
}

function idsOf(values: readonly Scalar[]): string[] {
  return values.map(String);
}

function isOperator(type: string): type is OperatorName {
  return Object.hasOwn(makers, type);
}

function isList(column: Column): boolean {
  return kindOf(column.field).codec.list !== undefined;
}

/** Returns true if an object may be a related record's query or keys of a JSON field. */
function takesNestedData(column: Column): boolean {
  return column.relation !== undefined || kindOf(column.field).hasKeys === true;
}
