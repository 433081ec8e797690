import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Returns whether a program of this name can be run here. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Compiles a C file into `folder` and returns the path of the result. Throws with the compiler's
 * output.
 */
export function compiled(source: string, folder: string, name: string, shared: boolean): string {
  const outfile = join(folder, name);
  const kind = shared ? ["-shared", "-fPIC"] : [];
  execFileSync("gcc", ["-O1", "-Wall", ...kind, "-o", outfile, source, "-ldl", "-lpthread"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return outfile;
}
