import fc from "fast-check";
import { expect, test } from "vitest";
import { TextBudget } from "./long-texts";

test("a text within the limits does not change, whatever it holds", () => {
  const measured = "latency 7.5 s (p99), 99.95 % ok";
  expect(new TextBudget().take(measured.repeat(300))).toBe(measured.repeat(300));
  fc.assert(fc.property(fc.string(), (text) => new TextBudget().take(text) === text));
});

test("the characters of a text and of a page are bounded", () => {
  const budget = new TextBudget();
  expect(budget.take("a".repeat(20_000))).toBe(`${"a".repeat(10_000)}…`);
  const all = Array.from({ length: 60 }, () => budget.take("*".repeat(20_000)));
  expect(all.join("").length).toBeLessThanOrEqual(390_000 + all.length);
});
