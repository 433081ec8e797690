import { checks, report } from "./checks.mjs";
import { ensurePackages } from "./packages.mjs";

await ensurePackages();
const passed = [];
for (const [name, run] of checks) passed.push(await report(name, run));
process.exit(passed.every(Boolean) ? 0 : 1);
