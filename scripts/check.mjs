import { ensurePackages } from "./packages.mjs";
import { runChecks } from "./run-checks.mjs";

await ensurePackages();
const passed = await runChecks();
process.exit(passed.every(Boolean) ? 0 : 1);
