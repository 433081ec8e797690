import { ensurePackages } from "./packages.mjs";

await ensurePackages();
const { ensureBuilt } = await import("./built.mjs");
await ensureBuilt();
