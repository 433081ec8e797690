import { BufferReader } from "pg-protocol/dist/buffer-reader";
import { expect, test } from "vitest";
import { decodeLongTextsFast } from "./long-texts";

decodeLongTextsFast();

/** Reads a text as the driver does, with other bytes before and after it. */
function read(text: string): string {
  const bytes = Buffer.from(`before${text}after`);
  const reader = new BufferReader();
  reader.setBuffer(6, bytes);
  const found = reader.string(bytes.length - 11);
  expect(reader.string(5)).toBe("after");
  return found;
}

test.each([0, 1, 16_383, 16_384, 300_000])(
  "a text of %i characters is read as written",
  (count) => {
    expect(read("a".repeat(count))).toBe("a".repeat(count));
    expect(read("é\u{1f4a5}".repeat(count))).toBe("é\u{1f4a5}".repeat(count));
  },
);

test("a long text beyond ASCII is decoded in less time than by Buffer", () => {
  const bytes = Buffer.from("\u{1f4a5}".repeat(1_000_000));
  const reader = new BufferReader();
  const own = () => {
    reader.setBuffer(0, bytes);
    return reader.string(bytes.length);
  };
  const buffers = () => bytes.toString("utf8");
  let [fast, slow] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // In turn, and often, because a busy machine compiles the decoder late.
  for (let round = 0; round < 100 && (round < 9 || fast > slow / 1.5); round += 1) {
    fast = Math.min(fast, timeOf(own));
    slow = Math.min(slow, timeOf(buffers));
  }
  expect(fast).toBeLessThan(slow / 1.5);
});

/** Returns how long the work takes, in milliseconds. */
function timeOf(work: () => string): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
