import { expect, it } from "vitest";
import { initialsOf } from "./record-presence";

it.each([
  ["Ada Lovelace", "AL"],
  ["Ada King of Lovelace", "AL"],
  ["ada", "A"],
  ["  Émile   Zola ", "ÉZ"],
  ["𝒜da", "𝒜"],
  ["", ""],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
