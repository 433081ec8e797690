import type { ChangeEvent } from "@/lib/contract/events";
import { followStream } from "./follow-stream";
import { type Joining, type LiveMessage, userChannel } from "./live-message";

/** Time for which changes are kept for tabs that join, in milliseconds. */
const keptMs = 60_000;
/** A tab that misses more than this reads its data again. */
const mostKept = 2_000;

/** The one stream of a browser. Runs in a shared worker, or in the tab that leads. */
export class Hub {
  readonly #tell: (message: LiveMessage) => void;
  readonly #ending = new AbortController();
  readonly #users = new BroadcastChannel(userChannel);
  #recent: { readonly at: number; readonly change: ChangeEvent }[] = [];
  #state: "new" | "open" | "lost" | "ended" = "new";
  /** The stream begins at its opening, and the page may have read its data before. */
  #isBlind = false;

  /** `tell` sends a message to all tabs. */
  constructor(tell: (message: LiveMessage) => void) {
    this.#tell = tell;
  }

  /** Opens the stream for the first tab. Returns what a tab must be told that joins now. */
  join({ user, after, since }: Joining): readonly LiveMessage[] {
    if (this.#state === "ended") return [{ kind: "ended" }];
    if (this.#state === "new") {
      this.#follow(user, after);
      return [];
    }
    const missed = this.#recent.filter(({ at }) => at >= since).map(({ change }) => change);
    const isTooLate = since < Date.now() - keptMs || this.#recent.length >= mostKept;
    return [
      { kind: this.#state },
      isTooLate ? { kind: "reset" } : { kind: "changes", changes: missed },
    ];
  }

  end(): void {
    this.#ending.abort();
    this.#users.close();
  }

  #follow(user: string, after: string | undefined): void {
    this.#state = "lost";
    this.#isBlind = after === undefined;
    this.#users.onmessage = ({ data }) => {
      this.#take({ kind: data === user ? "reset" : "ended" });
    };
    const { signal } = this.#ending;
    void followStream({ user, after, onMessage: (message) => this.#take(message), signal });
  }

  #take(message: LiveMessage): void {
    if (this.#state === "ended") return;
    if (message.kind === "changes") this.#keep(message.changes);
    else if (message.kind !== "reset") this.#state = message.kind;
    this.#tell(message);
    if (message.kind === "open" && this.#isBlind) {
      this.#isBlind = false;
      this.#tell({ kind: "reset" });
    }
    if (message.kind === "ended") this.end();
  }

  #keep(changes: readonly ChangeEvent[]): void {
    const at = Date.now();
    this.#recent.push(...changes.map((change) => ({ at, change })));
    const old = this.#recent.findIndex((one) => one.at > at - keptMs);
    this.#recent.splice(0, Math.max(old, this.#recent.length - mostKept));
  }
}
