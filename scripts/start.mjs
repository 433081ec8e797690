import { requireOpenFiles } from "./open-files.mjs";
import { ensurePackages } from "./packages.mjs";

requireOpenFiles();
await ensurePackages();
const { ensureBuilt } = await import("./ensure-built.mjs");
await ensureBuilt();
process.env.NODE_ENV = "production";
await import("../dist/server.js");
