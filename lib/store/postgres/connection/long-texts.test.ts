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
  const fast = fastest(() => {
    reader.setBuffer(0, bytes);
    return reader.string(bytes.length);
  });
  expect(fast).toBeLessThan(fastest(() => bytes.toString("utf8")) / 1.5);
});

/** Returns the shortest of several runs, in milliseconds. */
function fastest(work: () => string): number {
  const times = Array.from({ length: 9 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}
