import { it } from "vitest";
import { expectToHold } from "@/prove/frame/in-test";
import { fuzzProof } from "@/prove/fuzz/fuzz-proof";

it("answers hostile requests without a fault of its own", { timeout: 600_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 0);
  await expectToHold(fuzzProof, { requests: 15_000, raw: 300, seed });
});
