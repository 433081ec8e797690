import { it } from "vitest";
import type { Run } from "@/prove/harness/run";
import { expectToHold } from "@/prove/harness/run-in-test";
import { proveKills } from "@/prove/live/kills";
import { proveRights } from "@/prove/live/rights";

/** The parts that measure no time. */
const parts = {
  name: "live",
  promise: "A change reaches everyone who may read it, once, and nobody else.",
  sizes: {},
  prove: async (run: Run) => {
    await proveKills(run, 300, 3);
    await proveRights(run, 300);
  },
};

it("a change reaches everyone who may read it, once, and nobody else", async () => {
  await expectToHold(parts, {});
});
