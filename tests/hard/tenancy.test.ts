import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { tenancyProof } from "@/prove/tenancy/tenancy-proof";

it("the history of a project reads the same whether another one is empty or full", async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 0);
  await expectToHold(tenancyProof, { histories: 60, steps: 45, seed });
});
