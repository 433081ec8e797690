import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { fuzzProof } from "@/prove/fuzz/fuzz-proof";
import { exchanged } from "@/prove/fuzz/raw-bytes";
import { expectToHold } from "@/prove/harness/run-in-test";

it("answers hostile requests without a fault of its own", { timeout: 600_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 0);
  await expectToHold(fuzzProof, { requests: 15_000, raw: 300, seed });
});

it("distinguishes a server that never ends from one that does not respond", async () => {
  const silent = createServer({ allowHalfOpen: true }).listen(0);
  const mute = createServer((socket) => socket.end()).listen(0);
  for (const [server, isEnded] of [
    [silent, false],
    [mute, true],
  ] as const) {
    const { port } = server.address() as AddressInfo;
    expect(await exchanged(port, Buffer.from("GET"), 300)).toEqual({ text: "", isEnded });
    server.close();
  }
});
