import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { failedOfPlaywright, failedOfVitest } from "./failed-tests.mjs";
import { runPackage } from "./run-command.mjs";

/** Totals of the passed and failed tests of one command, which end as one plain line. */
export class TestTotals {
  #passed = 0;
  #failed = 0;
  /** One line for each failed test. */
  #failures = [];
  #reports = mkdtempSync(join(tmpdir(), "tocsin-test-"));

  /** Counts one step, and returns whether it passed. */
  count(passed) {
    if (passed) this.#passed += 1;
    else this.#failed += 1;
    return passed;
  }

  /** Runs the Vitest projects whose names fit the pattern, in so many workers; counts their tests. */
  async runVitest(pattern, workers) {
    const file = join(this.#reports, "vitest.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const args = ["run", `--project=${pattern}`, ...reporters];
    const env = { TEST_WORKERS: String(workers) };
    const { code } = await runPackage("vitest/vitest.mjs", args, { show: true, env });
    const result = readReport(file);
    this.#add(code, result?.numPassedTests, result?.numFailedTests);
    if (result) this.#failures.push(...failedOfVitest(result));
  }

  /**
   * Runs the page tests of a project of Playwright, and counts them. A test that passed only at a
   * repetition has failed. Without a browser, the reason is printed and counts as a failure.
   */
  async runPlaywright(project) {
    const trouble = await ensureChromium();
    if (trouble) {
      process.stdout.write(`FAILED  pages\n${trouble}\n`);
      this.count(false);
      return;
    }
    const file = join(this.#reports, "playwright.json");
    const { code } = await runPackage(
      "playwright/cli.js",
      [
        ...["test", "--config=e2e/playwright.config.mjs"],
        ...[`--project=${project}`, "--reporter=list,json"],
      ],
      { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
    );
    const result = readReport(file);
    const stats = result?.stats;
    this.#add(code, stats?.expected, stats && stats.unexpected + stats.flaky);
    if (result) this.#failures.push(...failedOfPlaywright(result));
  }

  /** Prints the failed tests and the line, and ends the process, with 1 if a test failed. */
  end() {
    rmSync(this.#reports, { recursive: true });
    for (const failure of this.#failures) process.stdout.write(`FAILED  ${failure}\n`);
    process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`);
    process.exit(this.#failed === 0 ? 0 : 1);
  }

  /**
   * Adds the result of a test runner. A run that failed or found no test counts at least one
   * failure.
   */
  #add(code, passed = 0, failed = 0) {
    this.#passed += passed;
    this.#failed += code === 0 && passed > 0 ? failed : Math.max(failed, 1);
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
