import { ensurePackages } from "./packages.mjs";

await ensurePackages();
const { ensureBuilt } = await import("./built.mjs");
await ensureBuilt();
process.env.NODE_ENV = "production";
await import("../dist/server.js");
