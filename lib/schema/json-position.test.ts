import fc from "fast-check";
import { expect, test } from "vitest";
import { inexactNumber, jsonFaultPosition } from "./json-position";

test.each([
  ['{"a":}', 1, 6],
  ['{"a":1,}', 1, 8],
  ['{"a" 1}', 1, 6],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ["[1,2", 1, 5],
  ["[1}", 1, 3],
  ["{'a':1}", 1, 2],
  ['{"a":"x', 1, 6],
  ['{"a":"\\x"}', 1, 6],
  ['{"a":01}', 1, 7],
  ["{} x", 1, 4],
  ["\ufeff{}", 1, 1],
  ["", 1, 1],
  ["nul", 1, 1],
])("%j fails at line %i, column %i", (text, line, column) => {
  expect(jsonFaultPosition(text)).toEqual({ line, column });
});

test("agrees with the engine on what is JSON", () => {
  const pieces = fc.constantFrom(
    ..."{}[],:".split(""),
    ...[
      '"',
      '"a"',
      '"\\u00e9"',
      "\\",
      "1",
      "-0.5e3",
      "01",
      "true",
      "null",
      " ",
      "\n",
      "\u0000",
      "é",
    ],
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) => {
      const index = at % (json.length + 1);
      return json.slice(0, index) + piece + json.slice(index);
    }),
    fc.tuple(fc.json(), fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(jsonFaultPosition(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

test("takes long strings and deep nesting", () => {
  const escapes = `"${"\\n".repeat(1_000_000)}"`;
  expect(jsonFaultPosition(`${escapes},`)).toEqual({ line: 1, column: escapes.length + 1 });
  expect(jsonFaultPosition("[".repeat(1_000_000))).toEqual({ line: 1, column: 1_000_001 });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['{\n  "id": 12345678901234567890\n}', "12345678901234567890", "12345678901234567000", 2, 9],
  ["[1, 9007199254740993]", "9007199254740993", "9007199254740992", 1, 5],
  ["-1e400", "-1e400", "null", 1, 1],
  ["1e-400", "1e-400", "0", 1, 1],
  ["3.14159265358979323846", "3.14159265358979323846", "3.141592653589793", 1, 1],
])("%j holds a number that would become another", (text, written, kept, line, column) => {
  expect(inexactNumber(text)).toMatchObject({ written, kept, line, column });
});

test.each(["0", "-0.0", "1.10", "1E2", "1e+21", "0.1", '"12345678901234567890"', "[tru", "x"])(
  "%j holds none",
  (text) => {
    expect(inexactNumber(text)).toBeUndefined();
  },
);

test("a number written by JSON.stringify is exact", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(inexactNumber(JSON.stringify(number))).toBeUndefined();
    }),
  );
});
