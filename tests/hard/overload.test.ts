import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { overloadProof } from "@/prove/overload/overload-proof";

it("keeps serving under twice its load and refuses the rest", { timeout: 120_000 }, async () => {
  // Other tests keep the machine busy, so only failures are checked, not the times.
  const patience = { accepted: 8_000, health: 8_000, enough: 0, least: 10, late: 100 };
  await expectToHold(overloadProof, { seconds: 3, incidents: 50, peak: 2, times: 2, ...patience });
});
