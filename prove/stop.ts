import { runFromCommandLine } from "./harness/command-line";
import { stopProof } from "./stop/stop-proof";

await runFromCommandLine(stopProof);
