import { expect, it } from "vitest";
import { differentialProof } from "@/prove/differential/differential-proof";
import { expectToHold } from "@/prove/frame/in-test";

it("answers the same on every kind of database", { timeout: 300_000 }, async () => {
  const seed = Number(process.env["FUZZ_SEED"] ?? 0);
  await expectToHold(differentialProof, { operations: 400, seed });
});

it("does not hold of nothing", async () => {
  await expect(expectToHold(differentialProof, { operations: 0, seed: 0 })).rejects.toThrow();
});
