import { runFromCommandLine } from "./frame/command-line";
import { stopProof } from "./stop/stop-proof";

await runFromCommandLine(stopProof);
