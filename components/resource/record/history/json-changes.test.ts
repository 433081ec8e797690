import { expect, test } from "vitest";
import { jsonChanges } from "./json-changes";

test("names the deepest places that differ", () => {
  const before = { region: "eu", owner: { team: "core", pager: true }, gone: 1 };
  const after = { region: "eu", owner: { team: "edge", pager: true }, "new key": null };
  expect(jsonChanges(before, after)).toEqual([
    { path: "owner.team", before: "core", after: "edge" },
    { path: "gone", before: 1, after: undefined },
    { path: '["new key"]', before: undefined, after: null },
  ]);
});

test("an item inserted into a list is one difference", () => {
  expect(jsonChanges({ steps: ["a", "b", "c"] }, { steps: ["a", "x", "b", "c"] })).toEqual([
    { path: "steps[1]", before: undefined, after: "x" },
  ]);
  expect(jsonChanges([{ at: 1 }, { at: 2 }], [{ at: 1 }, { at: 3 }])).toEqual([
    { path: "[1].at", before: 2, after: 3 },
  ]);
});

test("values of different shapes differ as a whole, equal ones nowhere", () => {
  expect(jsonChanges([1], { 0: 1 })).toEqual([{ path: "", before: [1], after: { 0: 1 } }]);
  expect(jsonChanges({ a: [] }, { a: [] })).toEqual([]);
  expect(jsonChanges({}, { constructor: 1 })).toEqual([
    { path: "constructor", before: undefined, after: 1 },
  ]);
});
