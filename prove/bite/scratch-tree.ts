import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Run } from "@/prove/harness/run";

/** Exit code of a command that exceeded its time limit, as `timeout` returns it. */
export const cutOff = 124;

/** How a command ended, and the end of its output. */
export interface Outcome {
  readonly code: number;
  readonly tail: string;
}

/** A copy of the tree in which guards are removed, so that the tree itself always has them. */
export class ScratchTree {
  readonly #run: Run;
  readonly #folder: string;

  constructor(run: Run) {
    this.#run = run;
    this.#folder = run.folder();
    const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    const generated = ["next-env.d.ts"];
    for (const file of [...listed.split("\0").filter(Boolean), ...generated]) {
      if (existsSync(file)) cpSync(file, join(this.#folder, file));
    }
    symlinkSync(resolve("node_modules"), join(this.#folder, "node_modules"));
  }

  /**
   * Replaces a text in a file and returns a function that restores it. Throws unless the text
   * occurs exactly once.
   */
  replace(file: string, find: string, put: string): () => void {
    const path = join(this.#folder, file);
    const before = readFileSync(path, "utf8");
    if (before.split(find).length !== 2) {
      throw new Error(`${file} does not hold this once: ${find}`);
    }
    writeFileSync(
      path,
      before.replace(find, () => put),
    );
    return () => writeFileSync(path, before);
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text);
  }

  /** Runs the file of an installed package here; after `longestMs` it ends with `cutOff`. */
  async runPackage(file: string, args: readonly string[], longestMs: number): Promise<Outcome> {
    const child = spawn(process.execPath, [join("node_modules", file), ...args], {
      cwd: this.#folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const kill = this.#run.onEnd(() => child.kill("SIGKILL"));
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, longestMs);
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        printed = (printed + part).slice(-20_000);
      });
    }
    const code = await new Promise<number>((resolve) => {
      child.once("close", (ended) => resolve(ended ?? 1));
    });
    clearTimeout(deadline);
    await kill();
    return { code: isLate ? cutOff : code, tail: printed };
  }
}
