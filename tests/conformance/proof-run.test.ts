import { existsSync, writeFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { tooBusy } from "@/prove/harness/machine-load";
import { readSize } from "@/prove/harness/read-size";
import { Run } from "@/prove/harness/run";
import { scratchFolder } from "@/tests/server/server-process";

const folder = scratchFolder();
afterAll(() => folder.remove());

it("runs all cleanups, last first, also after one that fails", async () => {
  const said: string[] = [];
  const undone: string[] = [];
  const run = new Run((line) => said.push(line));
  const made = run.folder();
  run.onEnd(() => undone.push("first"));
  run.onEnd(() => Promise.reject(new Error("it is stuck")));
  run.onEnd(() => undone.push("last"));
  await Promise.all([run.end(), run.end()]);
  expect(undone).toEqual(["last", "first"]);
  expect(said).toEqual(["Could not be undone: it is stuck"]);
  expect(existsSync(made)).toBe(false);
});

it("ends a server that has not come up yet", async () => {
  const file = folder.path("silent.js");
  writeFileSync(file, "setInterval(() => undefined, 1_000);");
  const run = new Run(() => undefined);
  const serving = run.serve({}, file);
  await run.end();
  await expect(serving).rejects.toThrow("The server ended");
});

it("runs cleanups registered after its end at once", async () => {
  const run = new Run(() => undefined);
  const ending = run.end();
  const late = run.folder();
  await ending;
  expect(existsSync(late)).toBe(false);
});

it("accepts every seed that a run may print, and names an invalid size", () => {
  for (const seed of [0, 1, 2_132_831_833, 2 ** 31 - 1])
    expect(readSize("seed", String(seed))).toBe(seed);
  for (const wrong of ["", "-1", "1.5", "1e3", "2147483648", "many"])
    expect(() => readSize("seed", wrong)).toThrow(
      "--seed must be a whole number up to 2147483647.",
    );
});

it("judges no times while the load exceeds the processors by more than two", () => {
  expect(tooBusy(4, 2)).toBeUndefined();
  expect(tooBusy(4.2, 2)).toBe("the load is 4.2 on 2 processors");
  const run = new Run(() => undefined, tooBusy(9, 2));
  run.withinOnQuiet("ready again", 5_000, 3_000);
  expect(run.findings).toMatchObject([{ what: "ready again", holds: true }]);
  expect(run.skipped).toEqual(["ready again, at most 3000 ms: the load is 9.0 on 2 processors"]);
  const quiet = new Run(() => undefined);
  quiet.withinOnQuiet("ready again", 5_000, 3_000);
  expect(quiet.findings).toMatchObject([{ holds: false }]);
});
