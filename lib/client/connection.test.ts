import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { noteReached, noteTrouble } from "./connection";

test("only an answer to what was sent since the last trouble says that there is none", async () => {
  const before = performance.now();
  await wait(5);
  noteTrouble({ kind: "offline" });
  expect(noteReached(before)).toBe(false);
  const between = performance.now();
  await wait(5);
  noteTrouble({ kind: "offline" });
  expect(noteReached(between)).toBe(false);
  expect(noteReached(performance.now())).toBe(true);
  expect(noteReached(before)).toBe(true);
});
