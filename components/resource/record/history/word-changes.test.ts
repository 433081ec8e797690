import { expect, test } from "vitest";
import { wordChanges } from "./word-changes";

test("returns the changed words", () => {
  expect(wordChanges("The pool was too small.", "The pool is too small.")).toEqual([
    { kind: "kept", text: "The pool " },
    { kind: "removed", text: "was" },
    { kind: "added", text: "is" },
    { kind: "kept", text: " too small." },
  ]);
});

test("shortens unchanged text and keeps every change", () => {
  const long = "same words again ".repeat(40);
  const found = wordChanges(`${long}one ${long}`, `${long}two ${long}`) ?? [];
  expect(found.map(({ kind }) => kind)).toEqual([
    ...["skipped", "kept", "removed", "added", "kept", "skipped"],
  ]);
  expect(found.filter(({ kind }) => kind !== "kept").map(({ text }) => text)).toEqual([
    "620 characters unchanged",
    "one",
    "two",
    "621 characters unchanged",
  ]);
});
