import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

function start(...given: readonly string[]) {
  const args = ["scripts/start.mjs", ...given];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { stdout, code: status };
}

test("--help shows the usual settings and starts nothing", () => {
  const { stdout, code } = start("--help");
  expect(stdout).toContain("DATABASE_URL=file:./tocsin.db");
  expect(stdout).not.toContain("Tocsin is at");
  expect(code).toBe(0);
});

test("an unknown option is named and starts nothing", () => {
  const { stdout, code } = start("--port", "80");
  expect(stdout).toMatch(/^npm start takes no options: --port 80\.\n/);
  expect(code).toBe(1);
});
