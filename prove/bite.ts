import { biteProof } from "./bite/bite-proof";
import { runFromCommandLine } from "./harness/command-line";

await runFromCommandLine(biteProof);
