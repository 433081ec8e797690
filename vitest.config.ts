import { configDefaults, defineConfig } from "vitest/config";

const everything = ["{app,components,lib,scripts,tests}/**/*.test.{ts,tsx}"];

/** Hostile, long and crashing cases: `npm run test:hard`. */
const hard = ["tests/hard/**/*.test.ts"];

/**
 * Tests that go through `tests/engine.ts` run on every kind of database: in memory and on PostgreSQL in
 * `npm test`, on a file in `npm run test:hard`. A file differs from memory only below the statements.
 */
const onEveryDatabase = ["tests/api/**/*.test.ts", "lib/operations/**/*.test.ts"];

/** Promises of jobs and events, which hold on every kind of database. */
const ofJobsAndEvents = ["lib/jobs/runner.test.ts", "lib/events/{consumer,feed,presence}.test.ts"];

/** Promises of the store on every engine. These tests go through `lib/store/testing/test-store.ts`. */
const ofTheStore = [
  "lib/store/{counts/counts,postgres/connection/{execute,pipeline},read/{range-rows,statement-timeout},statement/order,read/related-order,text/{filters-by-index,text-search},statement/where}.test.ts",
];

/**
 * Modules of the browser hold the state of one page, and these adapters the application of one
 * process: each file loads its modules anew.
 */
const isolated = [
  "lib/client/**/*.test.{ts,tsx}",
  "components/resource/record/workspace/hand-over/hand-over.test.ts",
  "tests/conformance/adapters.test.ts",
];

/**
 * Rights, keys, query strings and codings are decided without the database, so these run in memory
 * only.
 */
const inMemoryOnly = [
  "tests/api/{access,compressed-replies,dialect,dialect-calls,dialect-lines,key-headers,query-strings}.test.ts",
];

/**
 * Tests that take long on each database: hashes of passwords, many requests, many or long records.
 * In memory they run in `npm test`, on PostgreSQL in `npm run test:hard`.
 */
const long = [
  "tests/api/{access-log,account-takeover,confirmation,invitations,passwords-in-flight,pending-members,people,personal-words,sessions}.test.ts",
  "lib/operations/{deployment/first-start,export/export,rules/all-or-nothing,rules/timeline/durations-upgrade}.test.ts",
  "tests/api/{exports,integrity,long-pages,long-values,long-writes,openapi-examples,permission-matrix,project-removal,report,story,unknown-projects}.test.ts",
  "tests/api/{private-status-pages,status-page-privacy}.test.ts",
];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    setupFiles: ["tests/setup.ts"],
    environment: "node",
    pool: "threads",
    // An option of the command line does not reach the projects.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? 2),
    // Nothing here is about speed: a machine that is busy with other work takes its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ["tests/database-setup.ts"],
    projects: [
      project("memory", "memory", everything, [...hard, ...isolated]),
      project("isolated", "memory", isolated),
      project(
        "postgres",
        "postgres",
        [...onEveryDatabase, ...ofJobsAndEvents, ...ofTheStore],
        [...inMemoryOnly, ...long],
      ),
      project("hard", "memory", hard),
      project("hard-file", "file", [...onEveryDatabase, ...ofJobsAndEvents], inMemoryOnly),
      project("hard-postgres", "postgres", long),
    ],
  },
});

function project(name: string, database: string, include: string[], exclude: string[] = []) {
  const env = { TEST_DATABASE: database };
  // Other tests open what they use and leave no global changed: a worker loads the modules once.
  const isolate = name === "isolated";
  return {
    extends: true as const,
    test: { name, include, exclude: [...configDefaults.exclude, ...exclude], env, isolate },
  };
}
