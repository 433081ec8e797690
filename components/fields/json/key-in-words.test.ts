import { expect, test } from "vitest";
import { keyInWords } from "./key-in-words";

test.each([
  ["customersAffected", "Customers affected"],
  ["runbook", "Runbook"],
  ["root_cause", "Root cause"],
  ["runbookURL", "Runbook URL"],
  ["tier2Level", "Tier2 level"],
  ["The team", "The team"],
  ["$ref", "$ref"],
  ["a.b", "a.b"],
  ["", ""],
])("%s is shown as %s", (key, words) => {
  expect(keyInWords(key)).toBe(words);
});
