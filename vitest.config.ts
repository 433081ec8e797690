import { configDefaults, defineConfig } from "vitest/config";

const everything = "{app,components,lib,scripts,tests}/**/*.test.{ts,tsx}";

/** Tests that go through `tests/engine.ts` run on every kind of database; all run in memory. */
const onEveryDatabase = ["tests/api/**/*.test.ts", "lib/operations/**/*.test.ts"];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    setupFiles: ["tests/setup.ts"],
    environment: "node",
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 20_000,
    globalSetup: ["tests/database-setup.ts"],
    projects: [
      project("memory", [everything]),
      // Rights are decided before the database is asked: what they let through is the same SQLite in memory.
      project("file", onEveryDatabase, ["tests/api/access.test.ts"]),
      project("postgres", onEveryDatabase),
    ],
  },
});

function project(name: string, include: string[], exclude: string[] = []) {
  // A server takes its time while others keep the machine busy.
  const testTimeout = name === "memory" ? 20_000 : 60_000;
  const env = { TEST_DATABASE: name };
  return {
    extends: true as const,
    test: { name, include, exclude: [...configDefaults.exclude, ...exclude], env, testTimeout },
  };
}
