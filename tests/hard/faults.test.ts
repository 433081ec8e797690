import { it } from "vitest";
import { faultsProof } from "@/prove/faults/faults-proof";
import { expectToHold } from "@/prove/harness/run-in-test";

it("on a failing disk acknowledged writes are stored and refused ones are not", {
  timeout: 180_000,
}, async () => {
  await expectToHold(faultsProof, { seconds: 1, rounds: 1 });
});
