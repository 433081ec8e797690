import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { powerProof } from "@/prove/power/power-proof";

it("has lost nothing it acknowledged when the disk loses its power", {
  timeout: 240_000,
}, async ({ skip }) => {
  await expectToHold(powerProof, { rounds: 2, weaker: 0, writers: 4, writing: 300 }, skip);
});
