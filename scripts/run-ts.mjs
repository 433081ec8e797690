import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { ensurePackages } from "./packages.mjs";
import { root } from "./run-command.mjs";

// Runs one TypeScript file with its imports: node scripts/run-ts.mjs <file.ts> [arguments]
const [file, ...rest] = process.argv.slice(2);
if (!file) {
  process.stderr.write("Say which file: node scripts/run-ts.mjs <file.ts> [arguments]\n");
  process.exit(1);
}
await ensurePackages();
const { build } = await import("esbuild");
const outfile = `${root}dist/scripts/${basename(file, ".ts")}.js`;
mkdirSync(`${root}dist/scripts`, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "error",
});
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, outfile, ...rest];
await import(pathToFileURL(outfile).href);
