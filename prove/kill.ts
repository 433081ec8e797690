import { runFromCommandLine } from "./frame/command-line";
import { killProof } from "./kill/kill-proof";

await runFromCommandLine(killProof);
