import { mustBe } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchNumber } from "@/lib/schema/values/match";
import { order } from "@/lib/schema/values/operators";

const common = {
  match: matchNumber,
  operators: order,
  isSortable: true,
  condition: { name: "NumberCondition", value: { type: "number" } },
  example: () => 1,
  isNumber: true,
  editedIn: "cell",
  formValue: "number",
  change: "values",
  bulkRank: 4,
  placeholder: "0",
} as const;

/** A finite number within the bounds of its field. */
export const number: Kind = {
  ...common,
  type: "Number",
  check: (z, field) => {
    let schema = z.number(mustBe("a finite number"));
    if (field.min !== undefined) schema = schema.min(field.min, `must be at least ${field.min}`);
    if (field.max !== undefined) schema = schema.max(field.max, `must be at most ${field.max}`);
    return schema;
  },
  codec: { type: "number" },
  component: { name: "Number", beside: {} },
  width: 96,
  headlineRank: 4,
};

/** A whole number of 16 bits. */
export const smallNumber: Kind = {
  ...common,
  type: "Small Number",
  check: (z) =>
    z
      .int(mustBe("a whole number from -32768 to 32767"))
      .min(-32768, "must be at least -32768")
      .max(32767, "must be at most 32767"),
  codec: { type: "integer" },
  component: { name: "SmallNumber", beside: {} },
  width: 88,
};
