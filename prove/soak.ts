import { runFromCommandLine } from "./frame/command-line";
import { soakProof } from "./soak/soak-proof";

await runFromCommandLine(soakProof);
