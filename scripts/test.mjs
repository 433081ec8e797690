import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensurePackages } from "./packages.mjs";
import { report, runChecks } from "./run-checks.mjs";
import { runCommand, runPackage } from "./run-command.mjs";

await ensurePackages();
const reports = mkdtempSync(join(tmpdir(), "tocsin-test-"));
const total = { passed: 0, failed: 0 };

for (const passed of await runChecks()) count(passed);
await unitTests();
if (count(await report("build", () => runCommand(process.execPath, ["scripts/build.mjs"])))) {
  await pageTests();
}

rmSync(reports, { recursive: true });
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

async function unitTests() {
  const file = join(reports, "vitest.json");
  const { code } = await runPackage(
    "vitest/vitest.mjs",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    { show: true },
  );
  const result = readReport(file);
  add(code, result?.numPassedTests, result?.numFailedTests);
}

async function pageTests() {
  const trouble = await ensureChromium();
  if (trouble) {
    process.stdout.write(`FAILED  pages\n${trouble}\n`);
    count(false);
    return;
  }
  const file = join(reports, "playwright.json");
  const { code } = await runPackage(
    "playwright/cli.js",
    ["test", "--config=e2e/playwright.config.mjs", "--reporter=list,json"],
    { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  const stats = readReport(file)?.stats;
  add(code, stats?.expected, stats && stats.unexpected + stats.flaky);
}

function count(passed) {
  total[passed ? "passed" : "failed"] += 1;
  return passed;
}

/**
 * Adds the result of a test runner. A run that failed or found no test counts at least one failure.
 */
function add(code, passed = 0, failed = 0) {
  total.passed += passed;
  total.failed += code === 0 && passed > 0 ? failed : Math.max(failed, 1);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
