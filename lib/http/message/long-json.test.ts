import fc from "fast-check";
import { expect, it } from "vitest";
import type { Row } from "@/lib/schema/row";
import { recordText } from "./long-json";

async function textOf(record: Row): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of recordText(record)) pieces.push(piece);
  return pieces;
}

it("is what JSON.stringify makes, whatever the texts hold", async () => {
  const text = fc.string({ unit: "binary", maxLength: 40 }).map((one) => one.toWellFormed());
  const long = fc
    .tuple(text, fc.constantFrom("💥", "é", '"', "\u0001", "a💥"), fc.integer({ min: 0, max: 3 }))
    .map(([start, unit, odd]) => `${start}${unit.repeat(300_000 + odd)}`);
  await fc.assert(
    fc.asyncProperty(text, long, fc.jsonValue(), async (short, body, json) => {
      const record = { [short]: body, json, list: [short], none: null } as Row;
      const pieces = await textOf(record);
      expect(pieces.join("") === JSON.stringify(record)).toBe(true);
      expect(pieces.length).toBeGreaterThan(1);
    }),
    { numRuns: 20 },
  );
});

it("makes no chunk longer than some hundred thousand characters of a text, and yields in between", async () => {
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  const pieces = await textOf({ description: "💥".repeat(1_000_000) });
  clearInterval(others);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000);
  expect(turns).toBeGreaterThan(2);
});
