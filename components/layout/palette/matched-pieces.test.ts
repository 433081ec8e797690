import { expect, test } from "vitest";
import { matchedPieces } from "./matched-pieces";
import { typedStep } from "./typed-step";

const bold = (text: string, ...parts: string[]) =>
  matchedPieces(text, parts)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join("");

test("letters that match are marked in any case, without accents and at every place", () => {
  expect(bold("Zürich edge, ZURICH", "zurich")).toBe("[Zürich] edge, [ZURICH]");
  expect(bold("Checkout is broken", "broken", "check")).toBe("[Check]out is [broken]");
  expect(bold("ﬁle 1", "file")).toBe("[ﬁle] 1");
  expect(bold("ΟΔΟΣ, Οδός, οδοσήμανση", "οδος")).toBe("[ΟΔΟΣ], [Οδός], [οδοσ]ήμανση");
  expect(bold("none", "x", "")).toBe("none");
  expect(bold("", "x")).toBe("");
});

test.each([
  ["ack inc-58", "Acknowledge", "inc-58"],
  ["Acknowledge #58", "Acknowledge", "58"],
  [" RESOLVE ALT 7 ", "Resolve", "ALT 7"],
  ["reopen inc58", "Reopen", "inc58"],
])("%s is a step of a number", (text, name, number) => {
  expect(typedStep(text)).toEqual({ name, number });
});

test.each(["ack", "ack checkout", "resolve dns 5 times", "close inc-5", "constructor 5"])(
  "%s is a text to search for",
  (text) => {
    expect(typedStep(text)).toBeUndefined();
  },
);
