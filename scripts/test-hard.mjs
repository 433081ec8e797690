import { ensurePackages } from "./packages.mjs";
import { TestTotals } from "./test-totals.mjs";

await ensurePackages();
const totals = new TestTotals();
await totals.runVitest("hard*", 2);
await totals.runPlaywright("hard");
totals.end();
