import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import guards from "./mutations.json";
import { cutOff, ScratchTree } from "./scratch-tree";
import { notCompiling } from "./type-check";

/** The removal of a guard: a text that occurs once in a file, and its replacement. */
export interface Mutation {
  readonly guard: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /** The tests that should notice. If they pass, all others are run. */
  readonly tests: readonly string[];
}

type Size = "parallel" | "only" | "from" | "percent" | "types";

/** Proves that tests notice a missing guard. */
export const biteProof: Proof<Size> = {
  name: "bite",
  promise:
    "A guard of authentication, permission, tenancy or visibility, or against abuse, that goes missing fails a test.",
  sizes: {
    parallel: { value: 2, what: "copies of the tree that are tested at once" },
    only: { value: 0, what: "takes away only every n-th guard; 0: each" },
    from: { value: 1, what: "begins with this guard of the list" },
    percent: { value: 95, what: "percent that must be noticed" },
    types: { value: 1, what: "0: does not check that the types still fit" },
  },
  prove,
};

const all: readonly Mutation[] = Object.entries(guards).flatMap(([guard, mutations]) =>
  mutations.map((mutation) => ({ guard, ...mutation })),
);

const everyTest = [
  "lib",
  "tests/api",
  "tests/conformance/secret-fields.test.ts",
  "tests/conformance/ids-in-use.test.ts",
  "tests/hard/tenancy.test.ts",
];
const longestMs = 1_200_000;

interface Bitten {
  readonly noticed: string[];
  readonly survived: string[];
  /** Mutations whose tests exceeded the time limit. */
  readonly undecided: string[];
}

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const chosen = all.filter(
    (_, place) => place + 1 >= sizes.from && (sizes.only === 0 || place % sizes.only === 0),
  );
  const trees = Array.from({ length: Math.max(1, sizes.parallel) }, () => new ScratchTree(run));
  for (const tree of trees) tree.write(settingsFile, settings);
  const [first] = trees;
  if (!first) return;
  if (sizes.types > 0) {
    const broken = await notCompiling(first, chosen);
    for (const mutation of broken) run.say(`no longer compiles: ${nameOf(mutation)}`);
    const count = String(broken.length);
    run.check("that no longer compile, and so prove nothing", broken.length === 0, count);
  }
  const asked = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const ended = await endOf(first, asked);
  run.check("with every guard in place the same tests", ended === "pass", ended);
  const bitten: Bitten = { noticed: [], survived: [], undecided: [] };
  const waiting = [...chosen.entries()];
  await Promise.all(
    trees.map(async (tree) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [place, mutation] = next;
        const outcome = await bite(tree, mutation);
        bitten[outcome].push(nameOf(mutation));
        run.say(`${place + 1} of ${chosen.length} ${outcome}  ${nameOf(mutation)}`);
      }
    }),
  );
  report(run, sizes, bitten);
}

function nameOf({ guard, file, find }: Mutation): string {
  return `${guard}: ${file}: ${find.trim().slice(0, 100)}`;
}

async function bite(
  tree: ScratchTree,
  { file, find, put, tests }: Mutation,
): Promise<keyof Bitten> {
  const undo = tree.replace(file, find, put);
  try {
    const first = tests.length > 0 ? await endOf(tree, tests) : "pass";
    const ended = first === "fail" ? first : await endOf(tree, everyTest);
    return outcomes[ended];
  } finally {
    undo();
  }
}

const settingsFile = "vitest.bite.config.ts";

/**
 * All tests run in memory; starting a PostgreSQL for each guard would take longer than the tests.
 */
const settings = `import { defineConfig } from "vitest/config";
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    setupFiles: ["tests/setup.ts"],
    pool: "threads",
    maxWorkers: 2,
    provide: { postgres: "" },
    env: { TEST_DATABASE: "memory" },
  },
});
`;

const outcomes = { pass: "survived", fail: "noticed", "cut off": "undecided" } as const;

/**
 * Returns how the tests end. A slow test on a busy machine, or a run cut off because of it, must
 * not count as noticed.
 */
async function endOf(tree: ScratchTree, tests: readonly string[]): Promise<keyof typeof outcomes> {
  const patience = ["--testTimeout=300000", "--hookTimeout=300000"];
  const how = ["--config", settingsFile, "--bail=1", "--reporter=dot", ...patience];
  const { code } = await tree.runPackage("vitest/vitest.mjs", ["run", ...how, ...tests], longestMs);
  if (code === cutOff) return "cut off";
  return code === 0 ? "pass" : "fail";
}

function report(run: Run, { percent }: Sizes<Size>, bitten: Bitten): void {
  const { noticed, survived, undecided } = bitten;
  for (const name of survived) run.say(`not noticed: ${name}`);
  const tried = noticed.length + survived.length;
  const share = tried === 0 ? 0 : (noticed.length / tried) * 100;
  run.some("guards taken away", tried);
  run.none("of others the tests were cut off", undecided);
  run.check("noticed by a test", share >= percent, `${noticed.length}, ${share.toFixed(0)} %`);
}
