import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "tocsin-ci-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `.ci/run` for these commands, with an `npm` that runs these lines for `test` and `test:hard`. */
function run(test: string, hard: string, commands = ["test", "test:hard"]) {
  const npm = `#!/bin/sh\ncase "$2" in test) ${test} ;; *) ${hard} ;; esac\n`;
  writeFileSync(join(folder, "npm"), npm, { mode: 0o700 });
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
  const { stdout, status } = spawnSync("bash", [join(".ci", "run"), ...commands], {
    encoding: "utf8",
    env,
  });
  const lines = stdout.trimEnd().split("\n");
  return { lines, last: lines.at(-1), code: status };
}

const three = 'echo "a test"; echo "3 passed, 0 failed"';
const twoOfThree = 'echo "2 passed, 1 failed"; exit 1';

test("without an argument, only `npm test` is run", () => {
  expect(run(three, "exit 3", [])).toMatchObject({ last: "3 passed, 0 failed", code: 0 });
  expect(run(twoOfThree, "exit 3", [])).toMatchObject({ last: "2 passed, 1 failed", code: 1 });
  expect(run("exit 3", three, [])).toMatchObject({ last: "0 passed, 1 failed", code: 1 });
});

test("the last line is the sum of both commands", () => {
  expect(run(three, three)).toMatchObject({ last: "6 passed, 0 failed", code: 0 });
});

test.each([
  ["the first", twoOfThree, three],
  ["the second", three, twoOfThree],
])("a failure of %s command fails the run, and both are run", (_, first, second) => {
  expect(run(first, second)).toMatchObject({ last: "5 passed, 1 failed", code: 1 });
});

test("a command that ends without its line counts as a failure", () => {
  expect(run("exit 3", three)).toMatchObject({ last: "3 passed, 1 failed", code: 1 });
});

test("a failed command fails the run, whatever its line says", () => {
  expect(run(`${three}; exit 1`, three)).toMatchObject({ last: "6 passed, 0 failed", code: 1 });
});

test("the failed tests of both commands are the last lines before the sum", () => {
  const fails = (name: string) => `echo "FAILED  ${name}"; ${twoOfThree}`;
  const { lines } = run(fails("a.test.ts › one"), fails("e2e/b.spec.ts:5 › two"));
  expect(lines.slice(-3)).toEqual([
    "FAILED  a.test.ts › one",
    "FAILED  e2e/b.spec.ts:5 › two",
    "4 passed, 2 failed",
  ]);
});
