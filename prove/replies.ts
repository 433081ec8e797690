import { runFromCommandLine } from "./harness/command-line";
import { repliesProof } from "./replies/replies-proof";

await runFromCommandLine(repliesProof);
