import { runFromCommandLine } from "./harness/command-line";
import { liveProof } from "./live/live-proof";

await runFromCommandLine(liveProof);
