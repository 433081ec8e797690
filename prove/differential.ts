import { differentialProof } from "./differential/differential-proof";
import { runFromCommandLine } from "./harness/command-line";

await runFromCommandLine(differentialProof);
