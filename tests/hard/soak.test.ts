import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { soakProof } from "@/prove/soak/soak-proof";

it("stops growing after a while of steady work", { timeout: 120_000 }, async ({ skip }) => {
  const small = { seconds: 8, every: 1, incidents: 50, peak: 2, share: 30 };
  await expectToHold(soakProof, { ...small, memory: 200 }, skip);
});
