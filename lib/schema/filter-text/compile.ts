import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { conditionColumn, relatedOf, testsFor } from "./condition-target";
import { type Condition, type FilterNode, filterTests, type Test, type TestParts } from "./model";
import { isOnOwners, notOwnedByQuery, ownedByQuery, ownerKindsOf } from "./owners";
import { isNamedDay, timeRangeOf } from "./time-range";
import { type Reader, readKeyBound, readKeyValue, readValue } from "./values";

/** A query of the API, or the problems that prevent one. */
export type Compiled =
  | { readonly query: JsonObject; readonly problems?: never }
  | { readonly problems: readonly string[]; readonly query?: never };

/**
 * Compiles a filter to a query of the API. "Is not" and "does not contain" also match empty values,
 * as users expect.
 */
export function compileFilter(
  resource: Resource,
  filter: FilterNode | undefined,
  reader: Reader,
): Compiled {
  if (!filter) return { query: {} };
  const problems: string[] = [];
  const query = compile({ resource, reader, problems }, filter);
  return problems.length > 0 ? { problems } : { query };
}

interface Compiling {
  readonly resource: Resource;
  readonly reader: Reader;
  readonly problems: string[];
}

function compile(compiling: Compiling, node: FilterNode): JsonObject {
  if (node.kind === "condition") return compileCondition(compiling, node);
  if (node.kind === "not") return { _not: compile(compiling, node.part) };
  return { [`_${node.kind}`]: node.parts.map((part) => compile(compiling, part)) };
}

function compileCondition(compiling: Compiling, condition: Condition): JsonObject {
  const { resource, reader, problems } = compiling;
  const column = conditionColumn(resource, condition.column);
  if (!column || !testsFor(resource, condition, reader.resolve).includes(condition.test)) {
    problems.push(`${condition.column} cannot be filtered like this.`);
    return {};
  }
  if (isOnOwners(resource, condition)) return compileOwners(compiling, column, condition);
  if (condition.path) return compileWithin(compiling, column, condition, condition.path);
  const wholeDay = dayQuery(compiling.reader, column, condition);
  if (wholeDay) return wholeDay;
  const values = condition.values.map((text) => valueFor(compiling, column, text));
  const { operator: name, takes, negates } = filterTests[condition.test];
  const query = operator(column.name, name, operandsOf[takes](values));
  return negates ? { _not: query } : query;
}

/** Compiles a condition within a column. "Is not" also matches a missing record or key. */
function compileWithin(
  compiling: Compiling,
  column: Column,
  condition: Condition,
  path: readonly string[],
): JsonObject {
  const { negates } = filterTests[condition.test];
  if (negates) {
    return { _not: compileWithin(compiling, column, { ...condition, test: negates }, path) };
  }
  const target = relatedOf(column, compiling.reader.resolve);
  if (!target) {
    const held = keyTest(compiling, path, condition);
    return { [column.name]: path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), held) };
  }
  const { path: _, ...inner } = { ...condition, column: path[0] ?? "" };
  return {
    [column.relation ?? column.name]: compileCondition({ ...compiling, resource: target }, inner),
  };
}

/** Returns the test of a key: any of several values, or a comparison with numbers or dates. */
function keyTest(
  { reader, problems }: Compiling,
  path: readonly string[],
  { test, values }: Condition,
): JsonValue {
  const { operator: name, takes } = filterTests[test];
  if (takes === "many") return values.flatMap(readKeyValue);
  const bounds = values.map((text, place) => readKeyBound(test, text, place, reader));
  const wrong = bounds.find((bound) => typeof bound === "object");
  if (wrong) problems.push(`${path.join(".")} ${wrong.problem}.`);
  const read = bounds.map((bound) => (typeof bound === "object" ? 0 : bound));
  if (new Set(read.map((one) => typeof one)).size > 1) {
    problems.push(`${path.join(".")} must lie between two numbers or two dates.`);
  }
  return { _type: name, ...operandsOf[takes](read) };
}

/** Compiles a condition on owners. "none" stands for nobody. */
function compileOwners(compiling: Compiling, column: Column, condition: Condition): JsonObject {
  const { resource, reader } = compiling;
  const isNone = condition.values.includes("none");
  const others = condition.values.filter((value) => value !== "none");
  const isPositive = condition.test === "is" || condition.test === "filled";
  const kinds = ownerKindsOf(
    resource,
    { ...condition, values: isNone ? [] : others },
    reader.resolve,
  );
  const ids = others.map((text) => String(valueFor(compiling, column, text)));
  const owned = ownedByQuery(kinds, ids);
  const notOwned = notOwnedByQuery(kinds, ids);
  if (!isNone) return isPositive ? owned : notOwned;
  const nobody = notOwnedByQuery(kinds, []);
  const somebody = ownedByQuery(kinds, []);
  if (others.length === 0) return isPositive ? nobody : somebody;
  return isPositive ? { _or: [nobody, owned] } : { _and: [somebody, notOwned] };
}

/**
 * Compiles a condition on a date without a time, which means the whole day. "After" a named day
 * means since the start of that day, because no recorded event is later than the end of today.
 */
function dayQuery(reader: Reader, column: Column, { test, values }: Condition) {
  const [text, ...others] = values;
  if (!kindOf(column.field).isDate || text === undefined) return undefined;
  const stretch = timeRangeOf(text, reader.now);
  const last = timeRangeOf(others[0] ?? text, reader.now);
  if (!stretch || !last) return undefined;
  const { name } = column;
  const between = operator(name, "InBetween", { startValue: stretch.from, endValue: last.to });
  const byTest: Partial<Record<Test, JsonObject>> = {
    between,
    ...(others.length === 0 && { is: between, isNot: { _not: between } }),
    above: isNamedDay(text)
      ? operator(name, "GreaterThanOrEqual", { value: stretch.from })
      : operator(name, "GreaterThan", { value: stretch.to }),
    atMost: operator(name, "LessThanOrEqual", { value: stretch.to }),
  };
  return byTest[test];
}

function valueFor({ reader, problems }: Compiling, column: Column, text: string): JsonValue {
  const read = readValue(column.field, text, reader);
  if ("value" in read) return read.value;
  problems.push(`${column.field.title ?? column.relation ?? column.name} ${read.problem}.`);
  return null;
}

type Operands = (values: readonly JsonValue[]) => JsonObject;

const operandsOf: Readonly<Record<TestParts["takes"], Operands>> = {
  none: () => ({}),
  one: ([value = null]) => ({ value }),
  two: ([startValue = null, endValue = null]) => ({ startValue, endValue }),
  many: (value) => ({ value }),
};

function operator(column: string, name: string, operands: JsonObject): JsonObject {
  return { [column]: { _type: name, ...operands } };
}
