import { runFromCommandLine } from "./harness/command-line";
import { soakProof } from "./soak/soak-proof";

await runFromCommandLine(soakProof);
