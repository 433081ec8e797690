import { runChecks } from "./checks.mjs";
import { ensurePackages } from "./packages.mjs";

await ensurePackages();
const passed = await runChecks();
process.exit(passed.every(Boolean) ? 0 : 1);
