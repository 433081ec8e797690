import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { lacksPackages, missingOptional, platformOf, withPackages } from "./lock-file.mjs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

test("npm ci accepts the lock file without asking a registry", async () => {
  const args = ["ci", "--dry-run", "--ignore-scripts", "--offline", "--loglevel=error"];
  await expect(promisify(execFile)("npm", args)).resolves.toBeDefined();
}, 120_000);

test("the lock file holds the optional packages of every platform and no registry address", () => {
  expect(missingOptional(lock)).toEqual([]);
  expect(JSON.stringify(lock)).not.toContain('"resolved"');
});

test("a missing optional package is found wherever Node would look for it", () => {
  const packages = {
    "": { dependencies: { a: "1.0.0" } },
    "node_modules/a": {
      version: "1.0.0",
      dev: true,
      optionalDependencies: { held: "1.0.0", lost: "2.0.0" },
    },
    "node_modules/held": { version: "1.0.0" },
    "node_modules/a/node_modules/b": {
      version: "1.0.0",
      optionalDependencies: { beside: "3.0.0", held: "1.0.0" },
    },
    "node_modules/a/node_modules/beside": { version: "3.0.0" },
  };
  const missing = missingOptional({ packages });
  expect(missing).toEqual([{ name: "lost", version: "2.0.0", dev: true }]);
  const completed = withPackages({ packages }, { lost: { version: "2.0.0", optional: true } });
  expect(missingOptional(completed)).toEqual([]);
});

test("packages are installed again only if the lock file names others", () => {
  const a = { version: "1.0.0" };
  const wanted = {
    packages: {
      "": {},
      "node_modules/a": a,
      "node_modules/b": { version: "2.0.0", optional: true },
    },
  };
  const lacks = (packages: Record<string, object>) => lacksPackages(wanted, { packages });
  expect(lacks({ "node_modules/a": a, "node_modules/no-longer-wanted": a })).toBe(false);
  expect(lacks({})).toBe(true);
  expect(lacks({ "node_modules/a": { version: "0.9.0" } })).toBe(true);
  expect(lacks({ "node_modules/a": a, "node_modules/b": a })).toBe(true);
});

test.each([
  ["@biomejs/cli-darwin-arm64", { cpu: ["arm64"], os: ["darwin"] }],
  ["@biomejs/cli-linux-x64-musl", { cpu: ["x64"], libc: ["musl"], os: ["linux"] }],
  ["@tailwindcss/oxide-linux-arm-gnueabihf", { cpu: ["arm"], libc: ["glibc"], os: ["linux"] }],
  ["@tailwindcss/oxide-wasm32-wasi", { cpu: ["wasm32"] }],
  ["@next/swc-win32-x64-msvc", { cpu: ["x64"], os: ["win32"] }],
])("%s names its platform", (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});
