import { runFromCommandLine } from "./harness/command-line";
import { importProof } from "./import/import-proof";

await runFromCommandLine(importProof);
