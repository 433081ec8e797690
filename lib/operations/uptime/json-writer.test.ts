import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonWriter } from "./json-writer";

const largest = 2_147_483_647;
const number = fc.oneof(fc.nat(largest), fc.constantFrom(0, 9, 10, 99, 100, 999_999, largest));
const time = fc.oneof(
  fc.nat({ max: 100_000_000 }),
  fc.maxSafeNat().map((some) => some % (largest * 1_000)),
  fc.nat({ max: 2_000 }).map((tenths) => tenths * 100),
  fc.nat({ max: 2_000 }).map((hundredths) => hundredths * 10),
);

it("writes numbers and times as JSON.stringify does", () => {
  const writer = new JsonWriter();
  fc.assert(
    fc.property(fc.array(number), fc.array(time), (numbers, times) => {
      writer.list(numbers.length, (place) => writer.number(numbers[place] ?? 0));
      writer.text(",");
      writer.list(times.length, (place) => writer.seconds(times[place] ?? 0));
      const seconds = times.map((ms) => ms / 1_000);
      expect(writer.take()).toBe(`${JSON.stringify(numbers)},${JSON.stringify(seconds)}`);
    }),
    { numRuns: 300 },
  );
});

it("grows while it is written, wherever its end lies", () => {
  for (let length = 65_500; length < 65_560; length += 1) {
    const writer = new JsonWriter();
    writer.text("x".repeat(length));
    writer.seconds(2_147_483_647_999);
    writer.number(7);
    expect(writer.take().slice(length)).toBe("2147483647.9997");
    expect(writer.take()).toBe("");
  }
});
