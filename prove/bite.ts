import { biteProof } from "./bite/bite-proof";
import { runFromCommandLine } from "./frame/command-line";

await runFromCommandLine(biteProof);
