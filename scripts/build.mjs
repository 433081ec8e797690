import { ensurePackages } from "./packages.mjs";

await ensurePackages();
const { ensureBuilt } = await import("./ensure-built.mjs");
await ensureBuilt();
