import { failoverProof } from "./failover/failover-proof";
import { runFromCommandLine } from "./frame/command-line";

await runFromCommandLine(failoverProof);
