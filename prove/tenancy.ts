import { runFromCommandLine } from "./frame/command-line";
import { tenancyProof } from "./tenancy/tenancy-proof";

await runFromCommandLine(tenancyProof);
