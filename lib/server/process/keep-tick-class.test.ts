import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { bundleFile, scratchFolder } from "@/tests/server/server-process";

const folder = scratchFolder();
const entry = "lib/server/process/keep-tick-class.ts";

afterAll(() => folder.remove());

/** Uses ticks between garbage collections, and returns how often their hidden class was made. */
function timesMade(script: string): number {
  const [program, log] = [folder.path("ticks.mjs"), folder.path("classes.log")];
  const wait = "await new Promise((resolve) => setTimeout(resolve, 10));";
  writeFileSync(
    program,
    `${script}
    for (let round = 0; round < 5; round += 1) {
      ${wait}
      for (let n = 0; n < 100; n += 1) process.nextTick(() => undefined);
      ${wait}
      gc();
    }`,
  );
  const logging = ["--expose-gc", "--log-maps", "--no-logfile-per-isolate", `--logfile=${log}`];
  execFileSync(process.execPath, [...logging, program]);
  const lines = readFileSync(log, "latin1").split("\n");
  return lines.filter((line) => /^map,Transition,.*symbol\("async_id_symbol"/.test(line)).length;
}

test("the hidden class of ticks outlives a garbage collection", async () => {
  const file = await bundleFile(entry, "dist/tests-keep-tick-class.js");
  const module = JSON.stringify(pathToFileURL(file).href);
  expect(timesMade(`import { keepTickClass } from ${module}; keepTickClass();`)).toBe(1);
  // Without it, Node.js makes the class again after each garbage collection.
  expect(timesMade("")).toBeGreaterThan(1);
});
