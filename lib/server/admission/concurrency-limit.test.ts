import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./concurrency-limit";

/** The limit of one caller. */
const mostOfOne = 48;

test("requests of many other callers leave the count of one as it is", () => {
  const limit = new ConcurrencyLimit();
  for (let n = 1; n < mostOfOne; n += 1) limit.acquire("one");
  for (let n = 0; n < 1_000; n += 1) {
    limit.acquire(`other ${n}`);
    limit.release(`other ${n}`);
  }
  expect(limit.hasRoomFor("one")).toBe(true);
  limit.acquire("one");
  expect(limit.hasRoomFor("one")).toBe(false);
  expect(limit.hasRoomFor("other 1")).toBe(true);
  limit.release("one");
  expect(limit.hasRoomFor("one")).toBe(true);
});
