import { readFileSync, writeFileSync } from "node:fs";
import { missingOptional, platformOf, withPackages } from "./lock-file.mjs";
import { root, runCommand } from "./run-command.mjs";

const file = `${root}package-lock.json`;
const lock = JSON.parse(readFileSync(file, "utf8"));
const entries = {};
for (const missing of missingOptional(lock)) entries[missing.name] = await entryOf(missing);
writeFileSync(file, `${JSON.stringify(withPackages(lock, entries), null, 2)}\n`);
process.stdout.write(`${Object.keys(entries).length} packages added to package-lock.json\n`);

/**
 * Returns a package as the registry describes it. Without a response: its version, and the platform
 * in its name.
 */
async function entryOf({ name, version, dev }) {
  const fields = ["dist.integrity", "cpu", "libc", "license", "os", "engines"];
  const { code, output } = await runCommand("npm", [
    ...["view", `${name}@${version}`, ...fields],
    ...["--json", "--loglevel=silent"],
  ]);
  const known = code === 0 ? JSON.parse(output) : undefined;
  const { "dist.integrity": integrity, ...described } = known ?? platformOf(name);
  return {
    version,
    ...(integrity && { integrity }),
    ...described,
    ...(dev && { dev }),
    optional: true,
  };
}
