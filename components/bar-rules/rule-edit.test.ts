import { expect, it } from "vitest";
import type { StoredRule } from "./rule-draft";
import { rest } from "./rule-edit";

const rule = (id: string, atLeast: number) => ({ id, atLeast, color: "#111111" });
const stored = (id: string, atLeast: number, order: number): StoredRule => ({
  ...{ ...rule(id, atLeast), etag: `"${id}"`, order },
});
const base = [stored("a", 99, 1)];
const saved = [rule("a", 98), rule("new-1", 50)];
const now = [stored("a", 98, 1), stored("b", 50, 2)];

it("nothing is left of an edit that was saved whole", () => {
  expect(rest({ base, rules: saved }, base, saved, now)).toBeUndefined();
  expect(rest(undefined, base, saved, now)).toBeUndefined();
});

it("edits since are based on the stored rules", () => {
  const rules = [rule("a", 97), rule("new-1", 50)];
  const left = rest({ base, rules }, base, saved, now);
  expect(left).toEqual({ base: now, rules: [rule("a", 97), rule("b", 50)] });
});

it("rules that could not be read after their save are not created again by the next one", () => {
  const rules = [...saved, rule("new-2", 10)];
  const unread = rest({ base, rules }, base, saved);
  expect(unread).toEqual({ base, rules, unread: saved });
  const left = rest(unread, base, saved, now);
  expect(left).toEqual({ base: now, rules: [rule("a", 98), rule("b", 50), rule("new-2", 10)] });
});
