import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand, runPackage } from "./run-command.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The flags that Chromium needs as root, in a container, and without a network of its own. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the system's Chromium or Chrome (CHROMIUM_PATH overrides), or undefined. */
export function systemChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Ensures that a Chromium exists: the system's, else Playwright's own, else Debian's package for
 * root, else Playwright's by download. Returns undefined, or a sentence with the error.
 */
export async function ensureChromium() {
  if (systemChromium() || (await hasPlaywrightChromium())) return undefined;
  process.stdout.write("Installing a Chromium for the tests of the pages.\n");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const quiet = { env: { DEBIAN_FRONTEND: "noninteractive" } };
    await runCommand("apt-get", ["update", "-q"], quiet);
    await runCommand("apt-get", ["install", "-qy", "--no-install-recommends", "chromium"], quiet);
    if (systemChromium()) return undefined;
  }
  const { code, output } = await runPackage("playwright/cli.js", ["install", "chromium"]);
  if (code === 0) return undefined;
  return `${output.trimEnd()}\nNo Chromium could be installed: install one and set CHROMIUM_PATH.`;
}

async function hasPlaywrightChromium() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
