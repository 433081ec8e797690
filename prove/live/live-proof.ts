import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { proveDelivery } from "./delivery";
import { proveKills } from "./kills";
import { proveManyStreams } from "./many-streams";
import { proveRights } from "./rights";

type Size = "writes" | "streams" | "killed" | "rounds" | "random";

/** Proves the promises of the stream of changes. */
export const liveProof: Proof<Size> = {
  name: "live",
  promise: "A change reaches everyone who may read it, once, soon and cheaply, and nobody else.",
  sizes: {
    writes: { value: 500, what: "writes whose delivery is timed" },
    streams: { value: 1_000, what: "open streams" },
    killed: { value: 10_000, what: "writes while the server is killed" },
    rounds: { value: 10, what: "kills among them" },
    random: { value: 10_000, what: "random writes of the matrix of rights" },
  },
  needsQuiet: true,
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  await proveDelivery(run, sizes.writes);
  await proveManyStreams(run, sizes.streams);
  await proveKills(run, sizes.killed, sizes.rounds);
  await proveRights(run, sizes.random);
}
