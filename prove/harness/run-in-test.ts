import { expect } from "vitest";
import type { Proof, Sizes } from "./proof";
import { Run } from "./run";

/**
 * Runs a proof in a small size within a test, which fails on anything that does not hold. `skip` is
 * called if this machine can run none of it; without it that fails too.
 */
export async function expectToHold<Name extends string>(
  proof: Proof<Name>,
  sizes: Sizes<Name>,
  skip?: (why: string) => never,
): Promise<void> {
  const said: string[] = [];
  const run = new Run((line) => said.push(line));
  try {
    await proof.prove(run, sizes);
  } finally {
    await run.end();
  }
  if (run.findings.length === 0 && run.skipped.length > 0) skip?.(run.skipped.join("; "));
  const missed = run.findings.filter(({ holds }) => !holds);
  expect(missed, said.join("\n")).toEqual([]);
  expect(run.findings.length).toBeGreaterThan(0);
}
