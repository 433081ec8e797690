import type { Proof } from "@/prove/harness/proof";
import { proveFailingDisk } from "./failing-disk";
import { proveFullDisk } from "./full-disk";

/** A failing disk, and a full disk. */
export const faultsProof: Proof<"seconds" | "rounds"> = {
  name: "faults",
  promise:
    "Where the disk fails or is full, what is acknowledged is there and what is refused is not; reads go on.",
  sizes: {
    seconds: { value: 10, what: "seconds of each sort of failing disk" },
    rounds: { value: 5, what: "how often the disk fills" },
  },
  prove: async (run, { seconds, rounds }) => {
    await proveFailingDisk(run, seconds);
    await proveFullDisk(run, rounds);
  },
};
