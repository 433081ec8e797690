import { expect, it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { killProof } from "@/prove/kill/kill-proof";

it("has lost nothing it acknowledged when it is killed while it writes", {
  timeout: 180_000,
}, async () => {
  await expectToHold(killProof, { rounds: 12, writers: 6, writes: 10, ready: 30_000 });
  expect.hasAssertions();
});
