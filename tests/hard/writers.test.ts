import { it } from "vitest";
import { expectToHold } from "@/prove/harness/run-in-test";
import { writersProof } from "@/prove/writers/writers-proof";

it("loses nothing while several processes write to many projects", {
  timeout: 300_000,
}, async ({ skip }) => {
  const sizes = { entries: 200, processes: 2, projects: 6, writers: 3, readers: 2, seconds: 1 };
  await expectToHold(writersProof, sizes, skip);
});
