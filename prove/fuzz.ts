import { runFromCommandLine } from "./frame/command-line";
import { fuzzProof } from "./fuzz/fuzz-proof";

await runFromCommandLine(fuzzProof);
