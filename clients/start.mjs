import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { patiently, runCommand, runOrExit } from "../scripts/run-command.mjs";

// Installs the generators of this folder, which `npm test` does without, and runs them.
const here = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(`${here}node_modules/.package-lock.json`)) {
  const install = runCommand("npm", ["ci", "--ignore-scripts", "--prefix", here]);
  await runOrExit(patiently("installing", install), "The generators could not be installed.");
}
await import("./run.mjs");
