import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/errors";
import { rateLimits } from "./rate-limit";
import { TokenBuckets } from "./token-buckets";

it("limits the requests of each caller per minute, and reports the remaining ones", () => {
  const { takeShare } = rateLimits(2);
  expect(takeShare("a")).toMatchObject({ "RateLimit-Limit": "2", "RateLimit-Remaining": "1" });
  expect(takeShare("a")).toMatchObject({ "RateLimit-Remaining": "0" });
  expect(refused(() => takeShare("a"))).toMatchObject({
    code: "too_many_requests",
    details: {
      ...{ retryAfterSeconds: 30, notBegun: true },
      rateLimit: { "RateLimit-Limit": "2", "RateLimit-Remaining": "0", "RateLimit-Reset": "60" },
    },
  });
  expect(takeShare("b")).toMatchObject({ "RateLimit-Remaining": "1" });
});

it("counts the items of a bulk write, and none of a refused request", () => {
  const { takeShare } = rateLimits(10);
  takeShare("a");
  expect(refused(() => takeShare("a", 10))).toMatchObject({
    detail: expect.stringContaining("fewer at once"),
  });
  expect(takeShare("a", 9)).toMatchObject({ "RateLimit-Remaining": "0" });
});

it("lets 5,000 of 60,000 a minute come at once", () => {
  const { takeShare } = rateLimits(60_000);
  expect(takeShare("a", 4_999)).toMatchObject({ "RateLimit-Limit": "60000" });
  expect(Number(takeShare("a")["RateLimit-Remaining"])).toBeLessThan(500);
  expect(refused(() => takeShare("a", 1_000))).toMatchObject({ code: "too_many_requests" });
});

it("answers 600 requests a minute from one address without valid credentials", () => {
  const { takeUnknown } = rateLimits(60_000);
  for (let count = 0; count < 600; count += 1) takeUnknown("address 192.0.2.1");
  expect(refused(() => takeUnknown("address 192.0.2.1"))).toMatchObject({
    code: "too_many_requests",
    details: { rateLimit: { "RateLimit-Limit": "600", "RateLimit-Remaining": "0" } },
  });
  expect(takeUnknown("address 192.0.2.2")).toMatchObject({ "RateLimit-Limit": "600" });
});

describe("token buckets", () => {
  it("fill again with time", async () => {
    const buckets = new TokenBuckets({ perMinute: 600, burst: 1 });
    expect([buckets.take("a").isTaken, buckets.take("a").isTaken]).toEqual([true, false]);
    await new Promise((resolve) => setTimeout(resolve, 110));
    expect(buckets.take("a").isTaken).toBe(true);
  });

  it("remember 50,000 keys at most, and forget those that are full again", async () => {
    const slow = new TokenBuckets({ perMinute: 1, burst: 1 });
    const quick = new TokenBuckets({ perMinute: 60_000_000, burst: 1 });
    for (let key = 0; key < 100_000; key += 1) {
      slow.take(`${key}`);
      quick.take(`${key}`);
    }
    expect(slow.size).toBeLessThanOrEqual(50_000);
    expect(quick.size).toBeLessThan(1_000);
  });
});

function refused(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  return undefined;
}
