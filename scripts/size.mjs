import { ensureChromium } from "./chromium.mjs";
import { ensurePackages } from "./packages.mjs";
import { runPackage } from "./run-command.mjs";

await ensurePackages();
const trouble = await ensureChromium();
if (trouble) {
  process.stderr.write(`${trouble}\n`);
  process.exit(1);
}
const { code } = await runPackage(
  "playwright/cli.js",
  ["test", "--config=e2e/playwright.config.mjs", "--reporter=list", "e2e/size.spec.ts"],
  { show: true },
);
process.exit(code);
