import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { hogProof } from "@/prove/hog/hog-proof";

it("lives and answers whatever one caller asks for", { timeout: 600_000 }, async () => {
  // Other tests keep the machine busy, so only the responses are checked, not the times.
  const patience = { health: 600_000, longest: 600_000, other: 600_000 };
  const small = { labels: 600, incidents: 300, long: 17, seconds: 0, heap: 256 };
  await expectToHold(hogProof, { ...small, ...patience, memory: 0, file: 1, postgres: 1 });
});
