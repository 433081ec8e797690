import { ensurePackages } from "./packages.mjs";
import { report, runChecks } from "./run-checks.mjs";
import { runCommand } from "./run-command.mjs";
import { TestTotals } from "./test-totals.mjs";

await ensurePackages();
const totals = new TestTotals();
for (const passed of await runChecks()) totals.count(passed);
// One worker more than the cores of a small machine: many tests wait for a database or a process.
await totals.runVitest("!hard*", 3);
const built = await report("build", () => runCommand(process.execPath, ["scripts/build.mjs"]));
if (totals.count(built)) await totals.runPlaywright("daily");
totals.end();
