import { runFromCommandLine } from "./harness/command-line";
import { killProof } from "./kill/kill-proof";

await runFromCommandLine(killProof);
