import { existsSync, readFileSync } from "node:fs";
import { layerFaults } from "./layers.mjs";
import { runCommand, runPackage } from "./run-command.mjs";

/** The checks that read the code without running it: their names and functions. */
const checks = [
  ["layers", checkLayers],
  ["lint", () => runPackage("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"])],
  ["types", checkTypes],
  ["dead code", () => runPackage("knip/bin/knip.js", ["--no-progress"])],
];

/** Runs all checks in parallel, and returns for each whether it passed. */
export function runChecks() {
  return Promise.all(checks.map(([name, run]) => report(name, run)));
}

/**
 * Runs one check and prints its result, with its output only on failure. Returns whether it passed.
 */
export async function report(name, run) {
  const started = Date.now();
  const { code, output } = await run();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "passed" : "FAILED"}  ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n`);
  return code === 0;
}

/**
 * Next.js writes the types of the routes first. Without them, or with old ones, the check would be
 * of another app.
 */
async function checkTypes() {
  const generated = await runPackage("next/dist/bin/next", ["typegen"], {
    env: { NEXT_TELEMETRY_DISABLED: "1" },
  });
  return generated.code === 0 ? runPackage("typescript/bin/tsc", ["--noEmit"]) : generated;
}

/** Checks the files tracked by git and the untracked ones that it does not ignore. */
async function checkLayers() {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { code, output } = await runCommand("git", list);
  if (code !== 0) return { code, output };
  const files = output.split("\n").filter((file) => existsSync(file));
  const faults = layerFaults(files, (file) => readFileSync(file, "utf8"));
  return { code: faults.length === 0 ? 0 : 1, output: faults.join("\n") };
}
