import { join } from "node:path";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { moveIn } from "./move-in";

type Size = "records" | "kills";

/** kill -9 while a project is imported from a source that fails now and then. */
export const importProof: Proof<Size> = {
  name: "import",
  promise: "an import that is killed and resumed takes every record once, as it is in the source.",
  sizes: {
    records: { value: 20_000, what: "records of all kinds in the source" },
    kills: { value: 5, what: "how often the import is killed" },
  },
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  await moveIn(run, { ...sizes, target: `file:${join(run.folder(), "target.db")}` });
}
