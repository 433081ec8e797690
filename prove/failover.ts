import { failoverProof } from "./failover/failover-proof";
import { runFromCommandLine } from "./harness/command-line";

await runFromCommandLine(failoverProof);
