import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { chromium } from "@playwright/test";
import { chromiumFlags, ensureChromium, systemChromium } from "./chromium.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { root } from "./run-command.mjs";

const email = "owner@example.com";
const password = randomBytes(12).toString("base64url");

/**
 * Starts the built server in its own process, in memory, with the sample project, and resolves to
 * its address once it is ready. `isWarm` settles with its warm-up, if `LOG_LEVEL` is `info`. `stop`
 * ends it. `more` overrides settings. Rejects if it is not ready within 30 seconds.
 */
export async function startSampleServer(more = {}) {
  await ensureBuilt();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const key = `toc_${randomBytes(32).toString("base64url")}`;
  const settings = { PORT: String(port), HOST: "127.0.0.1", DATABASE_URL: "memory:", DEMO: "1" };
  const owner = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_API_KEY: key };
  const child = spawn(process.execPath, ["dist/server.js"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      ...settings,
      ...owner,
      ...more,
    },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const isWarm = warmedUp(child);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  for (let tries = 0; tries < 300; tries += 1) {
    if (await answers(`${base}/readyz`)) return { base, key, isWarm, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error("The built server did not answer within 30 seconds.");
}

/** Longest wait for the warm-up, in milliseconds. */
const longestWarmUpMs = 120_000;

/** Resolves once the log tells that the console is ready; rejects if it tells otherwise or not at all. */
function warmedUp({ stdout }) {
  let log = "";
  const warm = new Promise((resolve, reject) => {
    stdout.on("data", (piece) => {
      log += piece;
      if (log.includes("the console is ready")) resolve();
      if (log.includes("could not be made ready")) reject(new Error("The warm-up failed."));
    });
    setTimeout(() => reject(new Error("The warm-up did not end.")), longestWarmUpMs).unref();
  });
  // Most callers do not wait for it.
  warm.catch(() => undefined);
  return warm;
}

/** Starts the real Chromium; `args` are additional flags. Rejects if there is none. */
export async function startChromium(args = []) {
  const trouble = await ensureChromium();
  if (trouble) throw new Error(trouble);
  const executablePath = systemChromium();
  return chromium.launch({
    args: [...chromiumFlags, ...args],
    ...(executablePath && { executablePath }),
  });
}

/** Signs the owner in, in the browser of this page. */
export async function signIn(page, base) {
  const reply = await page.request.post(`${base}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { Origin: base },
  });
  if (!reply.ok()) throw new Error(`Signing in answered ${reply.status()}.`);
}

/** Signs the owner in, without a browser, and returns the header `Cookie`. */
export async function signInAt(base) {
  const reply = await fetch(`${base}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { Origin: base, "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`Signing in answered ${reply.status}.`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/;.*/, ""))
    .join("; ");
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Returns a port without a listener. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
