import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { relatedOf, testsFor } from "./condition-target";
import { type Condition, type FilterNode, filterTests, type Test, type TestParts } from "./model";
import { isNamedDay, timeRangeOf } from "./time-range";
import { type Reader, readKeyValue, readValue } from "./values";

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
  const column = shapeOf(resource).byColumn.get(condition.column);
  if (!column || !testsFor(resource, condition, reader.resolve).includes(condition.test)) {
    problems.push(`${condition.column} cannot be filtered like this.`);
    return {};
  }
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
    const values = condition.values.flatMap(readKeyValue);
    return { [column.name]: path.reduceRight<JsonValue>((held, key) => ({ [key]: held }), values) };
  }
  const { path: _, ...inner } = { ...condition, column: path[0] ?? "" };
  return {
    [column.relation ?? column.name]: compileCondition({ ...compiling, resource: target }, inner),
  };
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
