import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { reportReachable, reportTrouble } from "./connection";

test("only a response to a request sent after the last problem clears it", async () => {
  const before = performance.now();
  await wait(5);
  reportTrouble({ kind: "offline" });
  expect(reportReachable(before)).toBe(false);
  const between = performance.now();
  await wait(5);
  reportTrouble({ kind: "offline" });
  expect(reportReachable(between)).toBe(false);
  expect(reportReachable(performance.now())).toBe(true);
  expect(reportReachable(before)).toBe(true);
});
