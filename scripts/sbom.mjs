// Prints the packages of a deployment as a bill of materials in the JSON of CycloneDX, from the
// lock file alone.
import { spawnSync } from "node:child_process";

const { status, error } = spawnSync(
  "npm",
  ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx", "--offline"],
  { stdio: "inherit" },
);
if (error) process.stderr.write(`npm does not run: ${error.message}\n`);
process.exit(status ?? 1);
