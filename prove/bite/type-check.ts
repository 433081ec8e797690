import type { Mutation } from "./bite-proof";
import { cutOff, type ScratchTree } from "./scratch-tree";

const longestMs = 600_000;

/**
 * Returns the changes that the compiler finds. Changes in different files are checked together,
 * because the compiler takes longer than the tests; if it reports an unchanged file, each is
 * checked alone.
 */
export async function notCompiling(
  tree: ScratchTree,
  mutations: readonly Mutation[],
): Promise<Mutation[]> {
  const found: Mutation[] = [];
  for (const round of rounds(mutations)) {
    const files = await filesAtFault(tree, round);
    const isClear = files.every((file) => round.some((mutation) => mutation.file === file));
    if (isClear) found.push(...round.filter(({ file }) => files.includes(file)));
    else found.push(...(await eachByItself(tree, round)));
  }
  return found;
}

/** Returns the first change of every file, then the second, and so on. */
function rounds(mutations: readonly Mutation[]): Mutation[][] {
  const made: Mutation[][] = [];
  for (const mutation of mutations) {
    const round = made.find((one) => one.every(({ file }) => file !== mutation.file));
    if (round) round.push(mutation);
    else made.push([mutation]);
  }
  return made;
}

async function eachByItself(tree: ScratchTree, round: readonly Mutation[]): Promise<Mutation[]> {
  const found: Mutation[] = [];
  for (const mutation of round) {
    if ((await filesAtFault(tree, [mutation])).length > 0) found.push(mutation);
  }
  return found;
}

async function filesAtFault(tree: ScratchTree, round: readonly Mutation[]): Promise<string[]> {
  const undo = round.map(({ file, find, put }) => tree.replace(file, find, put));
  try {
    const args = ["--noEmit", "--pretty", "false"];
    const { code, tail } = await tree.runPackage("typescript/bin/tsc", args, longestMs);
    if (code === cutOff) throw new Error("The compiler did not come to an end.");
    const files = [...tail.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file ?? "");
    return code === 0 || files.length > 0 ? [...new Set(files)] : ["somewhere"];
  } finally {
    for (const one of undo) one();
  }
}
