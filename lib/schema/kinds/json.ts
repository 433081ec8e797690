import type { JsonValue } from "@/lib/schema/json";
import type { Kind } from "@/lib/schema/values/kind";
import { matchNothing } from "@/lib/schema/values/match";
import { presence } from "@/lib/schema/values/operators";

/** Any JSON value. */
export const json: Kind = {
  type: "JSON",
  check: (z) => z.custom<JsonValue>((value) => value !== undefined, "must be a JSON value"),
  match: matchNothing,
  operators: presence,
  isSortable: false,
  codec: { type: "json", isBulky: true },
  component: { name: "Json", beside: { description: "Any JSON value." } },
  condition: { name: "JsonCondition" },
  example: () => ({ key: "value" }),
  hasKeys: true,
  width: 220,
  isWide: true,
  isVerbose: true,
  isSlowToType: true,
  editedIn: "page",
  formValue: "json",
  change: "paths",
  bulkRank: 8,
};
