import fc from "fast-check";
import { expect, test } from "vitest";
import { listedValues, textOfValues } from "./listed-values";

test.each([
  ["", []],
  ["disk", ["disk"]],
  ["disk full, cpu ,memory", ["disk full", "cpu", "memory"]],
  ["disk,", ["disk"]],
  ['"Database, down", cpu', ["Database, down", "cpu"]],
  ['cpu , "Database, down" ', ["cpu", "Database, down"]],
  ['"Data', ["Data"]],
  ['5" disk', ['5" disk']],
  ['"a" b', ['"a" b']],
  ['"say \\"yes\\", please"', ['say "yes", please']],
  ['""', [""]],
])("the values of the text %j", (text, values) => {
  expect(listedValues(text)).toEqual(values);
});

test("values become the same values again", () => {
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(...'a ",\\\n') }),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 4 }), (values) => {
      expect(listedValues(textOfValues(values))).toEqual(values);
    }),
  );
});

test("a value is quoted only where it must be", () => {
  expect(textOfValues(["disk full", "a, b", "c"])).toBe('disk full, "a, b", c');
});
