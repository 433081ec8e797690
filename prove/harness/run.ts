import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bundleServer,
  type Served,
  type Settings,
  startServer,
} from "@/tests/server/server-process";
import { ms } from "./figures";

/** One check of a proof. */
export interface Finding {
  readonly what: string;
  readonly holds: boolean;
  readonly figure: string;
}

type Undo = () => unknown;

/** One run of a proof: its findings, and the cleanup at its end, however it ends. */
export class Run {
  readonly findings: Finding[] = [];
  readonly skipped: string[] = [];
  readonly #undo = new Set<Undo>();
  #bundle: Promise<string> | undefined;
  #end: Promise<void> | undefined;

  /**
   * `say` takes each line of progress; `busy` is the reason why times cannot be measured, if any.
   */
  constructor(
    readonly say: (line: string) => void,
    readonly busy?: string,
  ) {}

  check(what: string, holds: boolean, figure: string): void {
    this.findings.push({ what, holds, figure });
  }

  /** Adds a figure that is only informative. */
  tell(what: string, figure: string): void {
    this.check(what, true, figure);
  }

  /** Holds if the count is above 0: a run that did nothing proves nothing. */
  some(what: string, count: number): void {
    this.check(what, count > 0, String(count));
  }

  /** Holds if there are none; otherwise prints the first kinds of faults. */
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

  /** The same for a time that only an idle machine can keep. On a busy one it is only reported. */
  withinOnQuiet(what: string, tookMs: number, mostMs: number): void {
    if (this.busy === undefined) this.within(what, tookMs, mostMs);
    else {
      this.tell(what, ms(tookMs));
      this.skip(`${what}, at most ${ms(mostMs)}`, this.busy);
    }
  }

  /** Stops a server; holds if it ends with code 0 and without errors in its output. */
  async endsWell(served: Served): Promise<void> {
    const { code, stderr } = await served.stop();
    const figure = [String(code), stderr.slice(0, 200)].join(" ").trim();
    this.check("ends by itself with", code === 0 && stderr === "", figure);
  }

  /** Records a part that this machine cannot run, and why. */
  skip(part: string, why: string): void {
    this.skipped.push(`${part}: ${why}`);
  }

  /**
   * Registers a cleanup for the end of the run, last first. Returns a function that does it at
   * once. Register before creating the thing, so that an interrupted run removes it too. After the
   * end the cleanup runs at once.
   */
  onEnd(undo: Undo): () => Promise<void> {
    if (this.#end !== undefined) this.#end = this.#end.then(() => this.#undoOne(undo));
    else this.#undo.add(undo);
    return async () => {
      if (this.#undo.delete(undo)) await undo();
    };
  }

  /** Creates a folder that is removed with the run. */
  folder(): string {
    const made = mkdtempSync(join(tmpdir(), "tocsin-prove-"));
    this.onEnd(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
    return made;
  }

  /** Returns the server without its pages, bundled once a run. */
  bundle(): Promise<string> {
    this.#bundle ??= bundleServer();
    return this.#bundle;
  }

  /**
   * Starts a server on a free local port and kills it at the end of the run; `file`: another
   * bundle.
   */
  async serve(settings: Settings, file?: string): Promise<Served> {
    return await startServer(file ?? (await this.bundle()), settings, (child) => {
      this.onEnd(() => child.kill("SIGKILL"));
    });
  }

  /** Runs all registered cleanups, and prints those that fail. A second call waits for the same. */
  async end(): Promise<void> {
    this.#end ??= this.#undoAll();
    // Cleanups registered meanwhile run too.
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
