import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";
import { chromiumFlags, systemChromium } from "../scripts/chromium.mjs";
import { root } from "../scripts/run-command.mjs";

// Workers evaluate this file again and inherit what the first evaluation settled.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_API_KEY ??= `toc_${randomBytes(32).toString("base64url")}`;

process.env.E2E_EMAIL ??= "owner@example.com";
process.env.E2E_PASSWORD ??= randomBytes(12).toString("base64url");

const { E2E_PORT: port, E2E_API_KEY: key } = process.env;
const executablePath = systemChromium();

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  forbidOnly: true,
  workers: 2,
  // Nothing here is about speed: a busy machine takes its time.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: "chromium",
    trace: "retain-on-failure",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  webServer: {
    command: "node scripts/start.mjs",
    cwd: root,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      PORT: port,
      HOST: "127.0.0.1",
      DATABASE_URL: "memory:",
      ADMIN_API_KEY: key,
      ADMIN_EMAIL: process.env.E2E_EMAIL,
      ADMIN_PASSWORD: process.env.E2E_PASSWORD,
      LOG_LEVEL: "warn",
    },
  },
});

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
