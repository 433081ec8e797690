import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { reserveMemory, reserveMemoryWhenFree } from "./reply-memory";

const all = Math.min(256_000_000, Math.floor(getHeapStatistics().heap_size_limit / 6));
const most = Math.floor(all * 0.3);

const codeOf = (take: () => unknown) => {
  try {
    take();
    return "taken";
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test("one caller gets a third of the memory for long replies and leaves the rest to others", () => {
  const first = reserveMemory("one", most);
  expect(codeOf(() => reserveMemory("one", most))).toBe("too_many_requests");
  const others = [reserveMemory("two", most), reserveMemory("three", most)];
  expect(codeOf(() => reserveMemory("four", most))).toBe("unavailable");
  first();
  const again = reserveMemory("one", most);
  for (const giveBack of [again, ...others]) giveBack();
});

test("a single reply longer than the share is sent", () => {
  const giveBack = reserveMemory("one", all * 2);
  expect(codeOf(() => reserveMemory("one", 1))).toBe("too_many_requests");
  giveBack();
  reserveMemory("one", 1)();
});

test("a caller that waits for its own share does not block the queue", async () => {
  const held = reserveMemory("one", most);
  const mine = reserveMemoryWhenFree("one", most);
  const theirs = reserveMemoryWhenFree("two", most);
  (await theirs)();
  held();
  (await mine)();
});
