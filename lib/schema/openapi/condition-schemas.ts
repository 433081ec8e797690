import type { Field } from "@/lib/schema/field";
import { kindOf, kinds } from "@/lib/schema/kinds/index";
import type { Kind } from "@/lib/schema/values/kind";
import { type Operand, type OperatorName, operators } from "@/lib/schema/values/operators";
import { type JsonSchema, schemaRef } from "./kind-schemas";

/** Returns the component name for conditions on a field. Undefined if it cannot be filtered by. */
export function conditionName(field: Field): string | undefined {
  return kindOf(field).condition?.name;
}

/** Returns the component of every condition and of every operator, by name. */
export function conditionComponents(): Record<string, JsonSchema> {
  const all: readonly Kind[] = Object.values(kinds);
  return Object.fromEntries(all.flatMap((kind) => Object.entries(componentsOf(kind))));
}

/**
 * Returns the components of a kind: `DateCondition`, of which `DateOperator` is one form, and one
 * for each operator, such as `DateInBetween`. Generators tell operators apart by `_type`.
 */
function componentsOf({
  condition,
  operators: offered,
  hasKeys,
  codec,
}: Kind): Record<string, JsonSchema> {
  if (!condition) return {};
  const { name, value } = condition;
  const base = name.replace(/Condition$/, "");
  const plain = value === undefined ? [] : [value, listOf(value)];
  const keys = hasKeys
    ? [{ type: "object", description: "Keys and the values they must equal, or comparisons." }]
    : [];
  const listed =
    codec.list === "linked"
      ? [{ type: "object", description: "Conditions that one of the listed records meets." }]
      : [];
  const named = offered.map((operator) => [operator, operatorName(base, operator)] as const);
  return {
    [name]: {
      description: "A value (equal), null (empty), an array (any of), or an operator.",
      anyOf: [...plain, { type: "null" }, schemaRef(`${base}Operator`), ...keys, ...listed],
    },
    [`${base}Operator`]: {
      oneOf: named.map(([, component]) => schemaRef(component)),
      discriminator: {
        propertyName: "_type",
        mapping: Object.fromEntries(named.map(([one, component]) => [one, refTo(component)])),
      },
    },
    ...Object.fromEntries(
      named.map(([operator, component]) => [component, operatorSchema(operator, value ?? {})]),
    ),
  };
}

/** Operators without an operand are the same for every kind. */
function operatorName(base: string, operator: OperatorName): string {
  return operandOf(operator) === "none" ? operator : `${base}${operator}`;
}

function operandOf(operator: OperatorName): Operand {
  const all = Object.entries(operators) as [Operand, readonly OperatorName[]][];
  return all.find(([, names]) => names.includes(operator))?.[0] ?? "none";
}

function refTo(component: string): string {
  return `#/components/schemas/${component}`;
}

function operatorSchema(operator: OperatorName, value: JsonSchema): JsonSchema {
  const operands = operandSchemas[operandOf(operator)](value);
  return {
    type: "object",
    properties: { _type: { type: "string", const: operator }, ...operands },
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
