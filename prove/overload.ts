import { runFromCommandLine } from "./frame/command-line";
import { overloadProof } from "./overload/overload-proof";

await runFromCommandLine(overloadProof);
