import { it } from "vitest";
import { faultsProof } from "@/prove/faults/faults-proof";
import { expectToHold } from "@/prove/harness/in-test";

it("says yes only to what is there, and no only to what is not, on a failing disk", {
  timeout: 180_000,
}, async () => {
  await expectToHold(faultsProof, { seconds: 1, rounds: 1 });
});
