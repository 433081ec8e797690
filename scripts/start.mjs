import { requireOpenFiles } from "./open-files.mjs";
import { ensurePackages } from "./packages.mjs";

const given = process.argv.slice(2);
if (given.length > 0) {
  const isHelp = given.includes("--help") || given.includes("-h");
  process.stdout.write(
    `${isHelp ? "" : `npm start takes no options: ${given.join(" ")}.\n`}${help()}`,
  );
  process.exit(isHelp ? 0 : 1);
}
requireOpenFiles();
await ensurePackages();
const { ensureBuilt } = await import("./ensure-built.mjs");
await ensureBuilt();
process.env.NODE_ENV = "production";
await import("../dist/server.js");

function help() {
  return `Serves Tocsin. It installs packages and builds first, if they are missing. Environment variables set it:

  PORT=3000 HOST=127.0.0.1           the address of the server
  DATABASE_URL=file:./tocsin.db      keeps the records; without it, they are in memory
  DEMO=1                             fills a sample project

docs/operations.md lists all settings.
`;
}
