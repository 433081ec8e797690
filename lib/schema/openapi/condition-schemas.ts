import type { Field } from "@/lib/schema/field";
import { kindOf, kinds } from "@/lib/schema/kinds/index";
import type { Kind } from "@/lib/schema/values/kind";
import { type Operand, type OperatorName, operators } from "@/lib/schema/values/operators";
import type { JsonSchema } from "./kind-schemas";

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
  const choices = (Object.keys(operators) as Operand[]).flatMap((operand) => {
    const known: readonly OperatorName[] = operators[operand];
    const names = offered.filter((name) => known.includes(name));
    return names.length === 0 ? [] : [operatorSchema(names, operandSchemas[operand](value ?? {}))];
  });
  return {
    description: "A value (equal), null (empty), an array (any of), or an operator.",
    anyOf: [...plain, { type: "null" }, ...choices, ...keys],
  };
}

function operatorSchema(
  names: readonly OperatorName[],
  operands: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return {
    type: "object",
    properties: { _type: { type: "string", enum: names }, ...operands },
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
