import { resolve } from "node:path";
import { expect, test } from "vitest";
import { failedOfPlaywright, failedOfVitest } from "./failed-tests.mjs";

test("a failed test of Vitest is one line, without colors and stack", () => {
  const message = "Error: \u001b[31mexpected 1\u001b[39m\nto be 2\n    at file.ts:1:1";
  const assertionResults = [
    { status: "passed", fullName: "group good", failureMessages: [] },
    { status: "failed", fullName: "group bad", failureMessages: [message] },
  ];
  const one = { name: resolve("lib/a.test.ts"), status: "failed", message: "", assertionResults };
  expect(failedOfVitest({ testResults: [one] })).toEqual([
    "lib/a.test.ts › group bad › Error: expected 1 to be 2",
  ]);
});

test("a file that Vitest cannot load is one line", () => {
  const name = resolve("lib/b.test.ts");
  const one = { name, status: "failed", message: "at load", assertionResults: [] };
  expect(failedOfVitest({ testResults: [one] })).toEqual(["lib/b.test.ts › at load"]);
});

test("tests of pages that failed at least once are one line each", () => {
  const results = [{ error: { message: "expect(locator)\n\nExpected: 1" } }];
  const spec = (title: string, status: string) => ({
    ...{ title, file: "a.spec.ts", line: 5 },
    tests: [{ status, results: status === "expected" ? [{}] : results }],
  });
  const suites = [
    { specs: [spec("passes", "expected")], suites: [{ specs: [spec("fails", "unexpected")] }] },
    { specs: [spec("wavers", "flaky")] },
  ];
  expect(failedOfPlaywright({ suites })).toEqual([
    "e2e/a.spec.ts:5 › fails › expect(locator) Expected: 1",
    "e2e/a.spec.ts:5 › wavers › expect(locator) Expected: 1",
  ]);
});
