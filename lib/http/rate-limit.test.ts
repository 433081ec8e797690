import { expect, it } from "vitest";
import { rateLimit } from "./rate-limit";

it("lets each caller send so many requests a minute, and says what is left", async () => {
  const takeShare = rateLimit(2);
  expect(await takeShare("a")).toMatchObject({
    "RateLimit-Limit": "2",
    "RateLimit-Remaining": "1",
  });
  expect(await takeShare("a")).toMatchObject({ "RateLimit-Remaining": "0" });
  await expect(takeShare("a")).rejects.toMatchObject({
    code: "too_many_requests",
    details: { retryAfterSeconds: expect.any(Number) },
  });
  expect(await takeShare("b")).toMatchObject({ "RateLimit-Remaining": "1" });
});

it("counts the items of a bulk write, and counts none of what it refuses", async () => {
  const takeShare = rateLimit(10);
  await takeShare("a");
  await expect(takeShare("a", 10)).rejects.toMatchObject({
    code: "too_many_requests",
    detail: expect.stringContaining("fewer at once"),
  });
  expect(await takeShare("a", 9)).toMatchObject({ "RateLimit-Remaining": "0" });
});
