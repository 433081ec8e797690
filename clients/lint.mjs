import { writeFileSync } from "node:fs";

/** Runs the linters with their recommended rules. Rejects on any finding, a warning included. */
export async function lint(run, bin, work) {
  writeFileSync(`${work}/.spectral.json`, '{"extends": "spectral:oas"}');
  for (const file of ["document.json", "incident.json"]) {
    const redocly = ["lint", file, "--extends", "recommended", "--format", "json"];
    const { stdout } = await run(bin("redocly"), redocly, { cwd: work, maxBuffer: 1e8 });
    const { totals, problems } = JSON.parse(stdout);
    if (totals.errors + totals.warnings > 0) {
      throw new Error(`${file}: ${JSON.stringify(problems.slice(0, 5), null, 2)}`);
    }
    const spectral = ["lint", file, "--ruleset", ".spectral.json", "--fail-severity", "warn"];
    await run(bin("spectral"), spectral, { cwd: work, maxBuffer: 1e8 });
  }
}
