import { runFromCommandLine } from "./harness/command-line";
import { powerProof } from "./power/power-proof";

await runFromCommandLine(powerProof);
