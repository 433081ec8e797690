import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { ensurePackages } from "./packages.mjs";
import { root } from "./run-command.mjs";

await ensurePackages();
const host = process.env.HOST || "127.0.0.1";
const port = process.env.PORT || "3000";
const credentials = forMemory();
process.stdout.write(`Tocsin with reload on http://${host}:${port}\n`);
for (const [name, value] of Object.entries(credentials))
  process.stdout.write(`  ${name}=${value}\n`);

const next = spawn(
  process.execPath,
  ["node_modules/next/dist/bin/next", "dev", "--hostname", host, "--port", port],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...credentials, NEXT_TELEMETRY_DISABLED: "1" },
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => next.kill(signal));
next.on("exit", (code) => process.exit(code ?? 0));

/**
 * Returns credentials for the length of this command if the database is in memory: a code change
 * starts a new database, which then has the same ones. A database on disk prints its own on its
 * first start.
 */
function forMemory() {
  const url = process.env.DATABASE_URL || "memory:";
  if (url !== "memory:") return {};
  return {
    ADMIN_EMAIL: process.env.ADMIN_EMAIL || "owner@example.com",
    ADMIN_PASSWORD: process.env.ADMIN_PASSWORD || randomBytes(12).toString("base64url"),
    ADMIN_API_KEY: process.env.ADMIN_API_KEY || `toc_${randomBytes(32).toString("base64url")}`,
  };
}
