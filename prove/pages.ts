import { runFromCommandLine } from "./harness/command-line";
import { pagesProof } from "./pages/pages-proof";

await runFromCommandLine(pagesProof);
