import { randomBytes } from "node:crypto";
import { defineConfig } from "@playwright/test";
import { chromiumFlags, systemChromium } from "../scripts/chromium.mjs";

// Workers evaluate this file again and inherit what the first evaluation settled.
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
  // Nothing here is about speed: a machine that is busy with other work takes its time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: "chromium",
    // Without a graphics card, recording takes more work than all that it records: `--trace on` where it is needed.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
});
