import { randomBytes } from "node:crypto";
import { defineConfig } from "@playwright/test";
import { chromiumFlags, systemChromium } from "../scripts/chromium.mjs";

// Workers evaluate this file again and inherit the environment of the first evaluation.
process.env.E2E_API_KEY ??= `toc_${randomBytes(32).toString("base64url")}`;
process.env.E2E_EMAIL ??= "owner@example.com";
process.env.E2E_PASSWORD ??= randomBytes(12).toString("base64url");

const executablePath = systemChromium();

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./build.mjs",
  forbidOnly: true,
  workers: 2,
  // Tests with the tag `@axe` belong to both, and look at the page with axe in the second.
  projects: [
    { name: "daily", grepInvert: /@hard/ },
    { name: "hard", grep: /@(?:hard|axe)/, use: { isInspected: true } },
  ],
  // The tests measure no speed, and a busy machine is slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: "chromium",
    // Without a graphics card, recording costs more than the tests themselves. Use `--trace on` on
    // demand.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
});
