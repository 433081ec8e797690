import { faultsProof } from "./faults/faults-proof";
import { runFromCommandLine } from "./frame/command-line";

await runFromCommandLine(faultsProof);
