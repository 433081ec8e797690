import { expect, test } from "vitest";
import { textOfUtf8 } from "./utf8";

test.each([
  ["nothing", ""],
  ["ASCII", "plain\n"],
  ["two bytes", "Ärger é".repeat(1_000)],
  ["three and four bytes", "€ \u{1f4a5} 漢字".repeat(1_000)],
  ["a byte order mark", "\ufeffbegins"],
  ["a zero", "a\0b"],
])("text with %s is read as it was written", (_, text) => {
  expect(textOfUtf8(Buffer.from(text))).toBe(text);
  // The bytes may start anywhere in memory.
  expect(textOfUtf8(Buffer.from(` ${text}`).subarray(1))).toBe(text);
});

test("bytes that are not UTF-8 become replacement characters", () => {
  expect(textOfUtf8(Buffer.from([0x61, 0xff, 0xe9]))).toBe("a\ufffd\ufffd");
});
