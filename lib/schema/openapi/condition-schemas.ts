import type { Field } from "@/lib/schema/field";
import { kindOf, kinds } from "@/lib/schema/kinds/index";
import type { Kind } from "@/lib/schema/values/kind";
import type { OperatorName } from "@/lib/schema/values/operators";
import type { JsonSchema } from "./kind-schemas";

/** The operand of an operator, beside `_type`. */
export type Operand = "one" | "text" | "many" | "range" | "none";

/** The operand of each operator. */
export const operandOf: Readonly<Record<OperatorName, Operand>> = {
  EqualTo: "one",
  NotEqual: "one",
  GreaterThan: "one",
  GreaterThanOrEqual: "one",
  LessThan: "one",
  LessThanOrEqual: "one",
  EqualToOrNull: "one",
  GreaterThanOrNull: "one",
  LessThanOrNull: "one",
  InBetween: "range",
  Search: "text",
  NotContains: "text",
  StartsWith: "text",
  EndsWith: "text",
  Includes: "many",
  IncludesAll: "many",
  IncludesNone: "many",
  IsNull: "none",
  NotNull: "none",
};

/** Returns the component name for conditions on a field. Undefined if it cannot be filtered by. */
export function conditionName(field: Field): string | undefined {
  return kindOf(field).condition?.name;
}

/** Returns the component of every condition, by name. */
export function conditionComponents(): Record<string, JsonSchema> {
  const all: readonly Kind[] = Object.values(kinds);
  return Object.fromEntries(
    all.flatMap((kind) => (kind.condition ? [[kind.condition.name, conditionSchema(kind)]] : [])),
  );
}

function conditionSchema({ condition, operators: offered, hasKeys }: Kind): JsonSchema {
  const value = condition?.value;
  const plain = value === undefined ? [] : [value, listOf(value)];
  const keys = hasKeys
    ? [{ type: "object", description: "Keys and the values they must equal." }]
    : [];
  const operators = (["one", "text", "many", "range", "none"] as const).flatMap((operand) => {
    const names = offered.filter((name) => operandOf[name] === operand);
    return names.length === 0 ? [] : [operatorSchema(names, operandSchemas[operand](value ?? {}))];
  });
  return {
    description: "A value (equal), null (empty), an array (any of), or an operator.",
    anyOf: [...plain, { type: "null" }, ...operators, ...keys],
  };
}

function operatorSchema(
  names: readonly OperatorName[],
  operands: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: "object",
    properties: { _type: { enum: names }, ...operands },
    required: ["_type", ...Object.keys(operands)],
  };
}

const operandSchemas: Readonly<Record<Operand, (value: JsonSchema) => Record<string, JsonSchema>>> =
  {
    one: (value) => ({ value }),
    text: () => ({ value: { type: "string" } }),
    many: (value) => ({ value: listOf(value) }),
    range: (value) => ({ startValue: value, endValue: value }),
    none: () => ({}),
  };

function listOf(value: JsonSchema): JsonSchema {
  return { type: "array", items: { anyOf: [value, { type: "null" }] }, maxItems: 500 };
}
