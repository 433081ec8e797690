import { runFromCommandLine } from "./harness/command-line";
import { tenancyProof } from "./tenancy/tenancy-proof";

await runFromCommandLine(tenancyProof);
