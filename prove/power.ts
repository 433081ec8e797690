import { runFromCommandLine } from "./frame/command-line";
import { powerProof } from "./power/power-proof";

await runFromCommandLine(powerProof);
