import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { slowProof } from "@/prove/slow/slow-proof";

it("serves other clients beside very slow ones", { timeout: 120_000 }, async () => {
  const small = { clients: 150, seconds: 6, load: 30, incidents: 50, drip: 200 };
  await expectToHold(slowProof, { ...small, ratio: 5_000 });
});
