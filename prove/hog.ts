import { runFromCommandLine } from "./harness/command-line";
import { hogProof } from "./hog/hog-proof";

await runFromCommandLine(hogProof);
