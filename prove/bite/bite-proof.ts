import type { Proof, Sizes } from "@/prove/frame/proof";
import type { Run } from "@/prove/frame/run";
import guards from "./mutations.json";
import { ScratchTree } from "./scratch-tree";

/** A guard that is taken away: text that stands once in a file, and what is put there instead. */
interface Mutation {
  readonly guard: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /** The tests that should notice; all others are asked when these do not. */
  readonly tests: readonly string[];
}

type Size = "parallel" | "only" | "percent" | "types";

/** Whether tests notice when a guard is missing. */
export const biteProof: Proof<Size> = {
  name: "bite",
  promise:
    "A guard of authentication, permission, tenancy or visibility that goes missing fails a test.",
  sizes: {
    parallel: { value: 2, what: "copies of the tree that are tested at once" },
    only: { value: 0, what: "takes away only every n-th guard; 0: each" },
    percent: { value: 95, what: "percent that must be noticed" },
    types: { value: 1, what: "0: does not check that the types still fit" },
  },
  prove,
};

const all: readonly Mutation[] = Object.entries(guards).flatMap(([guard, mutations]) =>
  mutations.map((mutation) => ({ guard, ...mutation })),
);

const everyTest = ["lib", "tests/api", "tests/hard/hidden.test.ts", "tests/hard/tenancy.test.ts"];
const longestMs = 600_000;

interface Bitten {
  readonly noticed: string[];
  readonly survived: string[];
  readonly notCompiling: string[];
}

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  const chosen = all.filter((_, place) => sizes.only === 0 || place % sizes.only === 0);
  const trees = Array.from({ length: Math.max(1, sizes.parallel) }, () => new ScratchTree(run));
  const bitten: Bitten = { noticed: [], survived: [], notCompiling: [] };
  const [first] = trees;
  const asked = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const isSound = first !== undefined && !(await failing(first, asked));
  run.check("with every guard in place the same tests", isSound, isSound ? "pass" : "fail");
  const waiting = [...chosen.entries()];
  await Promise.all(
    trees.map(async (tree) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [place, mutation] = next;
        const outcome = await bite(tree, mutation, sizes.types > 0);
        const name = `${mutation.guard}: ${mutation.file}: ${mutation.find.trim().slice(0, 100)}`;
        bitten[outcome].push(name);
        run.say(`${place + 1} of ${chosen.length} ${outcome}  ${name}`);
      }
    }),
  );
  report(run, sizes, bitten);
}

async function bite(
  tree: ScratchTree,
  { file, find, put, tests }: Mutation,
  checksTypes: boolean,
): Promise<keyof Bitten> {
  const undo = tree.replace(file, find, put);
  try {
    if (checksTypes) {
      const types = await tree.runPackage("typescript/bin/tsc", ["--noEmit"], longestMs);
      if (types.code !== 0) return "notCompiling";
    }
    const isNoticed = (await failing(tree, tests)) || (await failing(tree, everyTest));
    return isNoticed ? "noticed" : "survived";
  } finally {
    undo();
  }
}

/** A test that is only slow, on a machine with other work, must not count as one that noticed. */
async function failing(tree: ScratchTree, tests: readonly string[]): Promise<boolean> {
  if (tests.length === 0) return false;
  const patience = ["--testTimeout=300000", "--hookTimeout=300000"];
  const args = ["run", "--bail=1", "--reporter=dot", ...patience, ...tests];
  return (await tree.runPackage("vitest/vitest.mjs", args, longestMs)).code !== 0;
}

function report(run: Run, { percent }: Sizes<Size>, bitten: Bitten): void {
  const { noticed, survived, notCompiling } = bitten;
  for (const name of survived) run.say(`not noticed: ${name}`);
  const tried = noticed.length + survived.length;
  const share = tried === 0 ? 0 : (noticed.length / tried) * 100;
  run.check("guards taken away", tried > 0, String(tried));
  run.check("noticed by a test", share >= percent, `${noticed.length}, ${share.toFixed(0)} %`);
  const broken = notCompiling.length;
  run.check("that no longer compile, and so prove nothing", broken === 0, String(broken));
}
