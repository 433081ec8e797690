import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followStream } from "./follow-stream";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("keeps at most one listener of the signal over many reconnections", async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  let lost = 0;
  // Outside of a page the address has no server, so each attempt fails.
  const following = followStream({
    user: "ada",
    after: undefined,
    signal,
    onMessage: () => lost++,
  });
  while (lost < 10) await vi.advanceTimersByTimeAsync(15_000);
  expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
  leaving.abort();
  await following;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
