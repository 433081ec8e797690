import { expect, test } from "vitest";
import type { FormValue } from "@/components/fields/inputs/form-values";
import { alert } from "@/lib/resources/alert";
import type { JsonValue } from "@/lib/schema/json";
import { shapeOf } from "@/lib/schema/shape";
import { itemsOf, planOf, setting } from "./actions";
import { changingList } from "./list-changes";

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

const other = "00000000-0000-4000-8000-000000000002";

test.each([
  [
    "add",
    [id, other],
    [[other], null, [other, id]],
    [
      [other, id],
      [id, other],
    ],
    "with all of these already",
  ],
  ["remove", [id], [[other, id], [other], []], [[other]], "without these already"],
] as const)("to %s values keeps the others of each record and its order", (...row) => {
  const [change, value, held, written, reason] = row;
  const column = shapeOf(alert).byColumn.get("labels");
  if (!column) throw new Error("alert has no labels");
  const all = held.map((labels, n) => ({
    record: { _id: `r${n}`, labels: labels && [...labels] },
    etag: `v${n}`,
  }));
  const action = changingList(column, value, change);
  const plan = planOf(action, all, all.length);
  const items = itemsOf(action, plan);
  expect(items.map(({ data }) => data?.["labels"])).toEqual(written);
  expect(items.map(({ id: of, etag }) => [of, etag])).toEqual(
    plan.frozen.map(({ record, etag }) => [record._id, etag]),
  );
  expect([...plan.passedOver]).toEqual([[reason, held.length - written.length]]);
});
