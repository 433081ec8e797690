import { runFromCommandLine } from "./harness/command-line";
import { writersProof } from "./writers/writers-proof";

await runFromCommandLine(writersProof);
