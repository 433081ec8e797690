import { differentialProof } from "./differential/differential-proof";
import { runFromCommandLine } from "./frame/command-line";

await runFromCommandLine(differentialProof);
