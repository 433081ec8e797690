import { expect, it } from "vitest";
import { continued, type RuleDraft, rebased, ruleWrites, type StoredRule } from "./rule-draft";

const rule = (id: string, atLeast: number): RuleDraft => ({ id, atLeast, color: "#111111" });
const stored = (id: string, atLeast: number, order: number): StoredRule => ({
  ...{ ...rule(id, atLeast), etag: `"${id}"`, order },
});
const base = [stored("a", 99.9, 1), stored("b", 99, 2), stored("c", 95, 3), stored("d", 0, 4)];

/** Applies writes as the server does: a removal closes the gap, a creation makes room. */
function applied(from: readonly StoredRule[], writes: ReturnType<typeof ruleWrites>): number[] {
  let rows = from.map((one) => ({ ...one, order: one.order ?? 0 }));
  for (const { id, data } of writes.updates) {
    const row = rows.find((one) => one.id === id);
    const percent = data.uptimePercentGreaterThanOrEqualTo;
    if (row && typeof percent === "number") Object.assign(row, { atLeast: percent });
  }
  for (const { id } of writes.removals) {
    const gone = rows.find((one) => one.id === id)?.order ?? 0;
    rows = rows.filter((one) => one.id !== id);
    for (const row of rows) if (row.order > gone) row.order -= 1;
  }
  for (const data of writes.creations) {
    const order = Number(data.order ?? rows.length + 1);
    for (const row of rows) if (row.order >= order) row.order += 1;
    rows.push({ ...stored("new", Number(data.uptimePercentGreaterThanOrEqualTo), 0), order });
  }
  return rows.sort((one, other) => one.order - other.order).map(({ atLeast }) => atLeast);
}

it("writes only what changed, with the version that the user saw", () => {
  const wanted = base.map((one) => (one.id === "b" ? { ...one, atLeast: 98 } : one));
  expect(ruleWrites(base, wanted)).toEqual({
    updates: [{ id: "b", etag: '"b"', data: { uptimePercentGreaterThanOrEqualTo: 98 } }],
    ...{ removals: [], creations: [] },
  });
});

it("any change of the list ends in the wanted list", () => {
  const [a, b, c, d] = base.map(({ id, atLeast }) => rule(id, atLeast));
  if (!a || !b || !c || !d) throw new Error("There are four rules.");
  const lists: RuleDraft[][] = [
    [d, c, b, a],
    [a, rule("new-1", 50), c],
    [rule("new-1", 10), b, rule("new-2", 20), rule("new-3", 30), a, rule("new-4", 40)],
    [],
    [rule("new-1", 10)],
  ];
  for (const wanted of lists) {
    const writes = ruleWrites(base, wanted);
    expect(applied(base, writes)).toEqual(wanted.map(({ atLeast }) => atLeast));
    const written = [...writes.updates, ...writes.removals].map(({ id }) => id);
    expect(new Set(written).size).toBe(written.length);
  }
});

it("the changes of two users are merged, and the own change of the same rule stays", () => {
  const mine = [rule("a", 99.5), rule("b", 99), rule("c", 90), rule("new-1", 1)];
  const theirs = [rule("b", 97), rule("x", 50), rule("c", 91), rule("d", 0)];
  expect(rebased(base, mine, theirs)).toEqual([
    ...[rule("again-a", 99.5), rule("x", 50), rule("b", 97), rule("c", 90), rule("new-1", 1)],
  ]);
});

it("edits that follow a save refer to the stored rules, by their places", () => {
  const saved = [rule("b", 99), rule("a", 98), rule("new-1", 50)];
  const now = [stored("a", 99, 1), stored("b", 98, 2), stored("c", 50, 3)];
  const mine = [rule("b", 99), rule("a", 97), rule("new-1", 50), rule("new-2", 10)];
  const rules = continued(saved, mine, now);
  expect(rules).toEqual([rule("a", 99), rule("b", 97), rule("c", 50), rule("new-2", 10)]);
});

it("a new rule that was stored before the save failed is not stored twice", () => {
  const mine = [...base, rule("new-1", 50), rule("new-2", 10)];
  const theirs = [...base, stored("x", 50, 5)];
  const rules = rebased(base, mine, theirs);
  expect(rules.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "x", "new-2"]);
  expect(ruleWrites(theirs, rules).creations).toHaveLength(1);
});
