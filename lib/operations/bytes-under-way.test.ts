import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { bytesWhenFree, takeBytes } from "./bytes-under-way";

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

test("one caller takes a third of the memory for long replies and leaves the rest to others", () => {
  const first = takeBytes("one", most);
  expect(codeOf(() => takeBytes("one", most))).toBe("too_many_requests");
  const others = [takeBytes("two", most), takeBytes("three", most)];
  expect(codeOf(() => takeBytes("four", most))).toBe("unavailable");
  first();
  const again = takeBytes("one", most);
  for (const giveBack of [again, ...others]) giveBack();
});

test("a reply that alone is longer than the share is sent", () => {
  const giveBack = takeBytes("one", all * 2);
  expect(codeOf(() => takeBytes("one", 1))).toBe("too_many_requests");
  giveBack();
  takeBytes("one", 1)();
});

test("a caller that waits for its own share keeps nobody behind it waiting", async () => {
  const held = takeBytes("one", most);
  const mine = bytesWhenFree("one", most);
  const theirs = bytesWhenFree("two", most);
  (await theirs)();
  held();
  (await mine)();
});
