import { expect, test } from "vitest";
import type { FormValue } from "@/components/fields/inputs/form-values";
import { alert } from "@/lib/resources/alert";
import type { JsonValue } from "@/lib/schema/json";
import { shapeOf } from "@/lib/schema/shape";
import { planOf, setting } from "./actions";

const id = "00000000-0000-4000-8000-000000000001";

test.each<[string, FormValue, readonly (JsonValue | undefined)[], number, string]>([
  ["alertSeverityId", id, [id, null, "another"], 2, "set to this already"],
  ["description", null, ["", null, undefined, "text"], 1, "empty already"],
  ["labels", [id], [[id], [], null], 2, "set to this already"],
])("setting %s to %j changes those only that hold something else", (...row) => {
  const [name, value, held, changed, reason] = row;
  const column = shapeOf(alert).byColumn.get(name);
  if (!column) throw new Error(`alert has no ${name}`);
  const all = held.map((now) => ({
    record: now === undefined ? {} : { [name]: now },
    etag: "1",
  }));
  const plan = planOf(setting(column, value), all, held.length);
  expect(plan.frozen).toHaveLength(changed);
  expect([...plan.passedOver]).toEqual([[reason, held.length - changed]]);
});
