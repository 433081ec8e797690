import { expect, test } from "vitest";
import { asUnchosen } from "@/components/fields/unchosen-name";
import { valueOfTyped } from "./value-of-typed";

const options = [
  { id: "a", text: "High", number: "INC-1" },
  { id: "b", text: "Twice" },
  { id: "c", text: "twice" },
  { id: asUnchosen("Loose"), text: "Loose" },
];

test.each([
  ["", undefined],
  ["  ", undefined],
  [undefined, undefined],
  [" high ", "a"],
  ["inc-1", "a"],
  ["B", "b"],
  ["Hig", asUnchosen("Hig")],
  ["Twice", asUnchosen("Twice")],
  ["loose", asUnchosen("loose")],
])("%j becomes %j", (typed, value) => {
  expect(valueOfTyped(typed, options)).toBe(value);
});
