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
/** The key of the followers of all projects. No id of a project is equal to it. */
const allProjectsKey = "all";
/** Followers called in one turn of the event loop. */
const calledAtOnce = 100;

/**
 * Followers that wait for changes. One timer serves all of them: a thousand timers and wake-ups a
 * second would take time from the writes.
 */
export class WaitingFollowers {
  readonly #waiting = new Set<Waiting>();
  /** Performance: a change concerns few of a thousand followers. */
  readonly #byProject = new Map<string, Set<Waiting>>();
  #ticks: ReturnType<typeof setInterval> | undefined;

  /** Resolves when the follower is called, within a second of being due, and when it is aborted. */
  async wait(wanted: Wanted): Promise<void> {
    if (wanted.signal.aborted || wanted.isDue()) return;
    this.#ticks ??= setInterval(() => this.#callDue(), tickMs).unref();
    await new Promise<void>((resolve) => {
      const done = () => {
        wanted.signal.removeEventListener("abort", done);
        this.#remove(waiting);
        resolve();
      };
      const waiting = { ...wanted, done };
      wanted.signal.addEventListener("abort", done);
      this.#add(waiting);
    });
  }

  /** Calls the followers of the projects, and those of all projects. */
  callOf(projectIds: Iterable<string>): void {
    const selected = new Set(this.#byProject.get(allProjectsKey));
    for (const id of projectIds) {
      for (const one of this.#byProject.get(id) ?? []) selected.add(one);
    }
    void callInGroups([...selected]);
  }

  #callDue(): void {
    void callInGroups([...this.#waiting].filter((one) => one.isDue()));
  }

  #add(waiting: Waiting): void {
    this.#waiting.add(waiting);
    for (const id of keysOf(waiting)) {
      const others = this.#byProject.get(id);
      if (others) others.add(waiting);
      else this.#byProject.set(id, new Set([waiting]));
    }
  }

  #remove(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    for (const id of keysOf(waiting)) {
      const others = this.#byProject.get(id);
      others?.delete(waiting);
      if (others?.size === 0) this.#byProject.delete(id);
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#ticks);
    this.#ticks = undefined;
  }
}

/** Returns the keys under which a follower is found. */
function keysOf({ projects }: Wanted): readonly string[] {
  return projects === "all" ? [allProjectsKey] : projects;
}

/** Calls followers in groups: a thousand writes to sockets hold the event loop. */
async function callInGroups(followers: readonly Waiting[]): Promise<void> {
  for (let begin = 0; begin < followers.length; begin += calledAtOnce) {
    for (const { done } of followers.slice(begin, begin + calledAtOnce)) done();
    await new Promise(setImmediate);
  }
}
