import { ensurePackages } from "./packages.mjs";
import { runPackage } from "./run-command.mjs";

// The same operations on every kind of database: node scripts/prove-differential.mjs [how many]
await ensurePackages();
const [operations = "20000"] = process.argv.slice(2);
const { code } = await runPackage(
  "vitest/vitest.mjs",
  ["run", "--project", "memory", "tests/hard/differential.test.ts"],
  { show: true, env: { DIFFERENTIAL_OPERATIONS: operations } },
);
process.exit(code);
