import type { Topic } from "@/lib/store/port/topic";

/** The listeners of commits and of announcements in this process. */
export class CommitListeners {
  readonly #hearers = new Set<(text: string) => void>();
  readonly #listeners = { changes: new Set<() => void>(), jobs: new Set<() => void>() };

  add(topic: Topic, listener: () => void): () => void {
    // The same function may be registered twice.
    const own = () => listener();
    this.#listeners[topic].add(own);
    return () => {
      this.#listeners[topic].delete(own);
    };
  }

  /** Calls the listeners of the topics, each outside the caller's stack. */
  tell(topics: Iterable<Topic>): void {
    for (const topic of topics) {
      for (const listener of this.#listeners[topic]) queueMicrotask(listener);
    }
  }

  hear(listener: (text: string) => void): () => void {
    this.#hearers.add(listener);
    return () => this.#hearers.delete(listener);
  }

  /** Calls the listeners of announcements, each outside the caller's stack. */
  announce(text: string): void {
    for (const listener of this.#hearers) queueMicrotask(() => listener(text));
  }

  tellAll(): void {
    this.tell(["changes", "jobs"]);
  }
}
