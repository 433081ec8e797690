import { runFromCommandLine } from "./harness/command-line";
import { overloadProof } from "./overload/overload-proof";

await runFromCommandLine(overloadProof);
