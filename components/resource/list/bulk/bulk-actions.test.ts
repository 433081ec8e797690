import { expect, test } from "vitest";
import type { FormValue } from "@/components/fields/form-values";
import { alert } from "@/lib/resources/alerts/alert";
import type { JsonValue } from "@/lib/schema/json";
import { shapeOf } from "@/lib/schema/shape";
import { itemsOf, makePlan, type Plan, setFieldAction } from "./bulk-actions";
import { idsNotDone } from "./bulk-summary";
import { changeListAction } from "./change-list-field";

const id = "00000000-0000-4000-8000-000000000001";

test.each<[string, FormValue, readonly (JsonValue | undefined)[], number, string]>([
  ["alertSeverityId", id, [id, null, "another"], 2, "already has this value"],
  ["description", null, ["", null, undefined, "text"], 1, "is already empty"],
  ["labels", [id], [[id], [], null], 2, "already has this value"],
])("setting %s to %j changes only records with another value", (...row) => {
  const [name, value, held, changed, reason] = row;
  const column = shapeOf(alert).byColumn.get(name);
  if (!column) throw new Error(`alert has no ${name}`);
  const all = held.map((now) => ({
    record: now === undefined ? {} : { [name]: now },
    etag: "1",
  }));
  const plan = makePlan(setFieldAction(column, value), all, held.length);
  expect(plan.records).toHaveLength(changed);
  expect(said(plan)).toEqual([[reason, held.length - changed]]);
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
    "already has all of these",
  ],
  ["remove", [id], [[other, id], [other], []], [[other]], "has none of these"],
] as const)("to %s values keeps the other values of each record in order", (...row) => {
  const [change, value, held, written, reason] = row;
  const column = shapeOf(alert).byColumn.get("labels");
  if (!column) throw new Error("alert has no labels");
  const all = held.map((labels, n) => ({
    record: { _id: `r${n}`, labels: labels && [...labels] },
    etag: `v${n}`,
  }));
  const action = changeListAction(column, value, change);
  const plan = makePlan(action, all, all.length);
  const items = itemsOf(action, plan);
  expect(items.map(({ data }) => data?.["labels"])).toEqual(written);
  expect(items.map(({ id: of, etag }) => [of, etag])).toEqual(
    plan.records.map(({ record, etag }) => [record._id, etag]),
  );
  expect(said(plan)).toEqual([[reason, held.length - written.length]]);
});

test("after an action only records that were not written stay selected", () => {
  const column = shapeOf(alert).byColumn.get("labels");
  if (!column) throw new Error("alert has no labels");
  const held = { done: [], refused: [], untried: [], same: [id] };
  const all = Object.entries(held).map(([_id, labels]) => ({
    record: { _id, labels: [...labels] },
    etag: "1",
  }));
  const action = changeListAction(column, [id], "add");
  const plan = makePlan(action, all, 5);
  const outcomes = [
    { id: "done", problem: undefined },
    { id: "refused", problem: "No." },
  ];
  expect(idsNotDone({ action, plan, outcomes, isUndo: false })).toEqual(["refused", "untried"]);
});

/** Returns the skip reasons of a plan in the singular, with their counts. */
function said({ skipped: passedOver }: Plan) {
  return passedOver.map(({ reason, count }) => [reason.one, count]);
}
