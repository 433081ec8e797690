import { mustBe } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchBoolean } from "@/lib/schema/values/match";
import { equality } from "@/lib/schema/values/operators";

/** Yes or no. */
export const boolean: Kind = {
  type: "Boolean",
  check: (z) => z.boolean(mustBe("true or false")),
  match: matchBoolean,
  operators: equality,
  isSortable: true,
  codec: { type: "boolean" },
  component: { name: "Boolean", beside: {} },
  condition: { name: "BooleanCondition", value: { type: "boolean" } },
  example: () => false,
  isBoolean: true,
  width: 104,
  editedIn: "cell",
  formValue: "choice",
  change: "values",
  bulkRank: 3,
};
