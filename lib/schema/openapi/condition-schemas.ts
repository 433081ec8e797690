import type { FieldKind } from "@/lib/schema/field";
import { keyedKinds, type OperatorName, operatorsOf } from "@/lib/schema/kinds/operators";
import { type JsonSchema, schemaRef } from "./kind-schemas";

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

/** Returns the component name for conditions on a kind. Undefined if it cannot be filtered by. */
export function conditionName(kind: FieldKind): string | undefined {
  return operatorsOf[kind].length === 0 ? undefined : conditions[kind].name;
}

/** Returns the component of every condition, by name. */
export function conditionComponents(): Record<string, JsonSchema> {
  const kinds = Object.entries(conditions) as [FieldKind, Condition][];
  return Object.fromEntries(
    kinds
      .filter(([kind]) => conditionName(kind) !== undefined)
      .map(([kind, condition]) => [condition.name, conditionSchema(kind, condition)]),
  );
}

interface Condition {
  readonly name: string;
  /** The schema of one value to compare with. Absent if the kind is not compared with values. */
  readonly value?: JsonSchema;
}

const id: Condition = { name: "IdCondition", value: schemaRef("ObjectId") };
const text: Condition = { name: "TextCondition", value: { type: "string" } };
const number: Condition = { name: "NumberCondition", value: { type: "number" } };

const conditions: Readonly<Record<FieldKind, Condition>> = {
  id,
  date: { name: "DateCondition", value: schemaRef("Date") },
  text,
  longText: text,
  veryLongText: text,
  markdown: text,
  slug: text,
  boolean: { name: "BooleanCondition", value: { type: "boolean" } },
  number,
  smallNumber: number,
  json: { name: "JsonCondition" },
  color: text,
  email: text,
  hashed: { name: "HashedCondition" },
  url: text,
  file: { name: "FileCondition", value: { type: "string" } },
  textList: { name: "TextListCondition", value: { type: "string" } },
  relation: id,
  relationList: { name: "IdListCondition", value: schemaRef("ObjectId") },
};

function conditionSchema(kind: FieldKind, { value }: Condition): JsonSchema {
  const plain = value === undefined ? [] : [value, listOf(value)];
  const keys = keyedKinds.has(kind)
    ? [{ type: "object", description: "Keys and the values they must equal." }]
    : [];
  const operators = (["one", "text", "many", "range", "none"] as const).flatMap((operand) => {
    const names = operatorsOf[kind].filter((name) => operandOf[name] === operand);
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
