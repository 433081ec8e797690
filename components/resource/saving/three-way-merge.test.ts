import { expect, test } from "vitest";
import { toForm } from "@/components/fields/form-values";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { incident } from "@/lib/resources/incidents/incident";
import { threeWayMerge } from "./three-way-merge";

const original = toForm(alertSeverity, { name: "Major", color: "#ff0000", order: 2 });

test("changes to different fields are merged, and their fields are named", () => {
  const mine = { ...original, name: "Mine" };
  const theirs = { ...original, order: "3" };
  const merged = threeWayMerge(alertSeverity, original, mine, theirs);
  expect(merged.values).toEqual({ ...original, name: "Mine", order: "3" });
  expect(merged.conflicts).toEqual([]);
  expect(merged.taken.map(({ name }) => name)).toEqual(["order"]);
});

test("a field changed to different values is a conflict, to the same value it is not", () => {
  const mine = { ...original, name: "Mine", color: "#00ff00" };
  const theirs = { ...original, name: "Theirs", color: "#00ff00" };
  const {
    conflicts: clashes,
    taken,
    values,
  } = threeWayMerge(alertSeverity, original, mine, theirs);
  expect(clashes).toMatchObject([{ original: "Major", mine: "Mine", theirs: "Theirs" }]);
  expect(taken).toEqual([]);
  expect(values).toEqual(mine);
});

test("JSON laid out differently is the same value", () => {
  const first = toForm(incident, { customFields: { a: 1 } });
  const mine = { ...first, customFields: '{"a": 2}' };
  const theirs = toForm(incident, { customFields: { a: 2 } });
  expect(threeWayMerge(incident, first, mine, theirs).conflicts).toEqual([]);
});
