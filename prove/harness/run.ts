import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleServer, type Served, type Settings, startServer } from "@/tests/hard/server-process";
import { ms } from "./figures";

/** One thing a proof looked at. */
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly figure: string;
}

type Undo = () => unknown;

/** One run of a proof: what it found, and what is to be undone when it ends, however it ends. */
export class Run {
  readonly findings: Finding[] = [];
  readonly skipped: string[] = [];
  readonly #undo = new Set<Undo>();
  #bundle: Promise<string> | undefined;
  #end: Promise<void> | undefined;

  /** `say` takes each line of progress; `busy` says why times cannot be measured, where that is so. */
  constructor(
    readonly say: (line: string) => void,
    readonly busy?: string,
  ) {}

  check(what: string, holds: boolean, figure: string): void {
    this.findings.push({ what, holds, figure });
  }

  /** A figure that only informs. */
  tell(what: string, figure: string): void {
    this.check(what, true, figure);
  }

  /** Holds when there was anything at all: a run that did nothing shows nothing. */
  some(what: string, count: number): void {
    this.check(what, count > 0, String(count));
  }

  /** Holds when there was nothing; of what was wrong, the first sorts are said. */
  none(what: string, wrong: number | readonly string[]): void {
    const sorts = typeof wrong === "number" ? [] : new Set(wrong);
    for (const one of [...sorts].slice(0, 5)) this.say(one);
    const count = typeof wrong === "number" ? wrong : wrong.length;
    this.check(what, count === 0, String(count));
  }

  /** Holds up to `mostMs`. */
  within(what: string, tookMs: number, mostMs: number): void {
    this.check(what, tookMs <= mostMs, ms(tookMs));
  }

  /** The same for a time that only a quiet machine can keep: on a busy one it is told, and not judged. */
  withinOnQuiet(what: string, tookMs: number, mostMs: number): void {
    if (this.busy === undefined) this.within(what, tookMs, mostMs);
    else {
      this.tell(what, ms(tookMs));
      this.skip(`${what}, at most ${ms(mostMs)}`, this.busy);
    }
  }

  /** Tells a server to end; holds when it does, with code 0 and no word of trouble. */
  async endsWell(served: Served): Promise<void> {
    const { code, stderr } = await served.stop();
    const figure = [String(code), stderr.slice(0, 200)].join(" ").trim();
    this.check("ends by itself with", code === 0 && stderr === "", figure);
  }

  /** Names a part that this machine cannot run, and why. */
  skip(part: string, why: string): void {
    this.skipped.push(`${part}: ${why}`);
  }

  /**
   * Registers what the end of the run does, last first; answers a way to do it now instead. Register before the thing is
   * there, so that it goes too when the run is interrupted meanwhile. After the end it is done at once.
   */
  onEnd(undo: Undo): () => Promise<void> {
    if (this.#end !== undefined) this.#end = this.#end.then(() => this.#undoOne(undo));
    else this.#undo.add(undo);
    return async () => {
      if (this.#undo.delete(undo)) await undo();
    };
  }

  /** A new folder that goes with the run. */
  folder(): string {
    const made = mkdtempSync(join(tmpdir(), "tocsin-prove-"));
    this.onEnd(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
    return made;
  }

  /** The server without its pages, bundled once a run. */
  bundle(): Promise<string> {
    this.#bundle ??= bundleServer();
    return this.#bundle;
  }

  /** A server on a free port of this machine, killed at the end of the run if it still lives; `file`: a bundle of its own. */
  async serve(settings: Settings, file?: string): Promise<Served> {
    return await startServer(file ?? (await this.bundle()), settings, (child) => {
      this.onEnd(() => child.kill("SIGKILL"));
    });
  }

  /** Undoes all that was registered, and says what cannot be undone. Called again, it waits for the same. */
  async end(): Promise<void> {
    this.#end ??= this.#undoAll();
    // Steps that were registered meanwhile are undone too.
    for (let undone: Promise<void> | undefined; undone !== this.#end; ) {
      undone = this.#end;
      await undone;
    }
  }

  async #undoAll(): Promise<void> {
    for (const undo of [...this.#undo].reverse()) {
      if (this.#undo.delete(undo)) await this.#undoOne(undo);
    }
  }

  async #undoOne(undo: Undo): Promise<void> {
    try {
      await undo();
    } catch (error) {
      this.say(`Could not be undone: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
