import { expect, test } from "vitest";
import { bidiIsolate } from "./bidi-isolate";

test.each(["INC-42", "Überlast", "容量", "a \u200e b", "🚨 👩‍🚒"])("%j stays as it is", (text) => {
  expect(bidiIsolate(text)).toBe(text);
});

test.each(["\u202eabc", "תקלה", "عطل", "𞤀𞤁"])("%j ends where it ends", (text) => {
  expect(bidiIsolate(text)).toBe(`\u2068${text}\u2069`);
});

test("a mark that would end the isolate early is left out", () => {
  expect(bidiIsolate("a\u2069\u202eb")).toBe("\u2068a\u202eb\u2069");
});
