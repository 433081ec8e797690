import type { Projects } from "@/lib/schema/filter";

/** The changes and conditions for which a follower waits. */
export interface Wanted {
  readonly projects: Projects;
  /** Returns true if the follower has something to do without a change. Called every second. */
  readonly isDue: () => boolean;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

interface Waiting extends Wanted {
  readonly done: () => void;
}

const tickMs = 1_000;
/** Followers called in one turn of the event loop. */
const calledAtOnce = 100;

/**
 * Followers that wait for changes. One timer serves all of them: a thousand timers and wake-ups a
 * second would take time from the writes.
 */
export class WaitingFollowers {
  readonly #waiting = new Set<Waiting>();
  #ticks: ReturnType<typeof setInterval> | undefined;

  /** Resolves when the follower is called, within a second of being due, and when it is aborted. */
  async wait(wanted: Wanted): Promise<void> {
    if (wanted.signal.aborted || wanted.isDue()) return;
    this.#ticks ??= setInterval(() => void this.call((one) => one.isDue()), tickMs).unref();
    await new Promise<void>((resolve) => {
      const done = () => {
        wanted.signal.removeEventListener("abort", done);
        this.#waiting.delete(waiting);
        if (this.#waiting.size === 0) this.#stopTicks();
        resolve();
      };
      const waiting = { ...wanted, done };
      wanted.signal.addEventListener("abort", done);
      this.#waiting.add(waiting);
    });
  }

  /** Calls the selected followers in groups: a thousand writes to sockets hold the event loop. */
  async call(isSelected: (wanted: Wanted) => boolean): Promise<void> {
    const selected = [...this.#waiting].filter(isSelected);
    for (let begin = 0; begin < selected.length; begin += calledAtOnce) {
      for (const { done } of selected.slice(begin, begin + calledAtOnce)) done();
      await new Promise(setImmediate);
    }
  }

  #stopTicks(): void {
    clearInterval(this.#ticks);
    this.#ticks = undefined;
  }
}
