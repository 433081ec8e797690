import { afterEach, expect, test, vi } from "vitest";
import { noteServerTime } from "@/lib/client/device/server-time";
import type { Story } from "@/lib/contract/records/story";
import { untilNextStep } from "./story";

afterEach(() => vi.unstubAllGlobals());

/** A story whose escalation reaches its next rule at a time. */
function storyUntil(at: number): Story {
  const next = { ruleId: "2", at: new Date(at).toISOString() };
  return { glance: { policies: [{ next }] } } as unknown as Story;
}

test("the next rule of an escalation is awaited by the clock of the server", () => {
  vi.stubGlobal("window", {});
  const ofServer = Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000;
  noteServerTime(new Date(ofServer).toUTCString());
  const left = untilNextStep(storyUntil(ofServer + 30_000));
  expect(left).toBeGreaterThan(25_000);
  expect(left).toBeLessThanOrEqual(31_000);
  expect(untilNextStep(storyUntil(ofServer - 30_000))).toBe(10_000);
});
