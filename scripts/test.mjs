import { ensureChromium } from "./chromium.mjs";
import { ensurePackages } from "./packages.mjs";
import { report, runChecks } from "./run-checks.mjs";
import { runCommand } from "./run-command.mjs";
import { TestTotals } from "./test-totals.mjs";

await ensurePackages();
const totals = new TestTotals();
for (const passed of await runChecks()) totals.count(passed);
await totals.runVitest("!hard*");
const built = await report("build", () => runCommand(process.execPath, ["scripts/build.mjs"]));
if (totals.count(built)) await pageTests();
totals.end();

async function pageTests() {
  const trouble = await ensureChromium();
  if (trouble) {
    process.stdout.write(`FAILED  pages\n${trouble}\n`);
    totals.count(false);
  } else await totals.runPlaywright();
}
