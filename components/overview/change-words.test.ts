import { expect, test } from "vitest";
import { changeWords } from "./change-words";

test.each([
  ["create", { verb: "created", kind: "incident", recordId: "a" }],
  ["update", { verb: "changed", kind: "incident", recordId: "a" }],
  ["delete", { verb: "deleted", kind: "incident", recordId: "a" }],
  ["reset-link", { verb: "reset link made", kind: "incident", recordId: "a" }],
])("%s", (operation, words) => {
  expect(changeWords({ operation, resource: "incident", recordId: "a" })).toEqual(words);
});

test("an export is of a kind and of no record", () => {
  const words = changeWords({ operation: "export", resource: "alert-severity", recordId: null });
  expect(words).toEqual({ verb: "exported", kind: "alert severities", recordId: undefined });
});

test("unknown kinds and operations keep their names", () => {
  const words = changeWords({ operation: "fold", resource: "paper", recordId: null });
  expect(words).toEqual({ verb: "fold", kind: "paper", recordId: undefined });
});
