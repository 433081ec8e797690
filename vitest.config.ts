import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["{app,components,lib,scripts,tests}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    environment: "node",
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
