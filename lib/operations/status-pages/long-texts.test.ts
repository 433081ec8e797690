import { expect, test } from "vitest";
import { TextBudget } from "./long-texts";

test("a text keeps its marks of Markdown, unless it has so many that parsing takes long", () => {
  const budget = new TextBudget();
  const usual = "**Failing over.** See [the notes](https://example.com/a_b).";
  expect(budget.take(usual)).toBe(usual);
  expect(budget.take("*_".repeat(5_000))).toBe(" ".repeat(10_000));
});

test("the marks of a page are bounded together, and so are its characters", () => {
  const budget = new TextBudget();
  const taken = Array.from({ length: 10 }, () => budget.take("*".repeat(900)));
  expect(taken.map((text) => text.includes("*"))).toEqual([
    ...Array.from({ length: 6 }, () => true),
    ...Array.from({ length: 4 }, () => false),
  ]);
  const all = Array.from({ length: 60 }, () => budget.take("a".repeat(20_000)));
  expect(all.join("").length).toBeLessThanOrEqual(400_000 + all.length);
});
