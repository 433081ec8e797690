import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Run } from "@/prove/harness/run";
import { bundleFile } from "@/tests/server/server-process";

/** Returns the path of the server of a commit, bundled without its pages. */
export async function serverOf(run: Run, commit: string): Promise<string> {
  const folder = run.folder();
  const archive = execFileSync("git", ["archive", commit, "--", ...sources], {
    maxBuffer: 2 ** 28,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "dist"));
  return bundleFile(join(folder, "lib/server/process/main.ts"), join(folder, "dist/server.js"));
}

const sources = ["lib", "tsconfig.json", "package.json"];
