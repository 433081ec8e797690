import { faultsProof } from "./faults/faults-proof";
import { runFromCommandLine } from "./harness/command-line";

await runFromCommandLine(faultsProof);
