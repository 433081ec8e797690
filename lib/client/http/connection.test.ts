import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { reportReachable, reportTrouble } from "./connection";

test("only an answer to what was sent since the last trouble says that there is none", async () => {
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
