import { configDefaults, defineConfig } from "vitest/config";

const everything = "{app,components,lib,scripts,tests}/**/*.test.{ts,tsx}";

/** Tests that go through `tests/engine.ts` run on every kind of database; all run in memory. */
const onEveryDatabase = ["tests/api/**/*.test.ts", "lib/operations/**/*.test.ts"];

/** What the store promises whatever the engine: these go through `lib/store/testing/test-store.ts`. */
const ofTheStore = [
  "lib/store/{counts/counts,read/statement-timeout,statement/order,read/related-order,text/text-search,statement/where}.test.ts",
];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    setupFiles: ["tests/setup.ts"],
    environment: "node",
    pool: "threads",
    maxWorkers: 2,
    // Nothing here is about speed: a machine that is busy with other work takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ["tests/database-setup.ts"],
    projects: [
      project("memory", [everything]),
      // Rights are decided before the database is asked: what they let through is the same SQLite in memory.
      project("file", onEveryDatabase, ["tests/api/access.test.ts"]),
      project("postgres", [...onEveryDatabase, ...ofTheStore]),
    ],
  },
});

function project(name: string, include: string[], exclude: string[] = []) {
  const env = { TEST_DATABASE: name };
  // What runs on every database opens one of its own and leaves nothing else behind: its modules are loaded once.
  const isolate = name === "memory";
  return {
    extends: true as const,
    test: { name, include, exclude: [...configDefaults.exclude, ...exclude], env, isolate },
  };
}
