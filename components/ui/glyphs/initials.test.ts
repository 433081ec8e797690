import { expect, test } from "vitest";
import { initialsOf } from "./initials";

test("initials are of the first and last word, or of the only one", () => {
  expect(
    [
      "Priya Raman",
      "Ana de la Cruz",
      "mia",
      "  Émile   Zola ",
      "𝒜da",
      "ops@example.com",
      "李 小龙",
      "  ",
    ].map(initialsOf),
  ).toEqual(["PR", "AC", "M", "ÉZ", "𝒜", "OC", "李小", ""]);
});
