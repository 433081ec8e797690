import { fuzzProof } from "./fuzz/fuzz-proof";
import { runFromCommandLine } from "./harness/command-line";

await runFromCommandLine(fuzzProof);
