import { runFromCommandLine } from "./frame/command-line";
import { slowProof } from "./slow/slow-proof";

await runFromCommandLine(slowProof);
