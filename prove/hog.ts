import { runFromCommandLine } from "./frame/command-line";
import { hogProof } from "./hog/hog-proof";

await runFromCommandLine(hogProof);
