import { runFromCommandLine } from "./harness/command-line";
import { slowProof } from "./slow/slow-proof";

await runFromCommandLine(slowProof);
