import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Topic } from "@/lib/store/port/topic";
import { announcedIn, channelQuery, topicsOf } from "@/lib/store/postgres/sql/notify";
import { CommitListeners } from "@/lib/store/write/commit-listeners";
import type { Servers } from "./servers";

/** Time in milliseconds between calls without a notification, and between attempts to connect. */
const [usualPollMs, retryMs] = [5_000, 1_000];
/** Time in milliseconds after which a server that does not answer counts as lost. */
const answerMs = 5_000;

/**
 * Tells listeners of the commits of all processes. One connection of its own waits for
 * notifications from the first listener on, and is replaced when it is lost. Notifications of the
 * meantime are lost, so all listeners are called after each connect, and every five seconds in case
 * notifications do not arrive, as behind a pooler.
 */
export class Notifications {
  readonly #servers: Servers;
  readonly #pollMs: number;
  readonly #listeners = new CommitListeners();
  readonly #ending = new AbortController();
  #run: Promise<void> | undefined;

  /** `pollMs`: time between two calls without a notification, in milliseconds. */
  constructor(servers: Servers, pollMs = usualPollMs) {
    this.#servers = servers;
    this.#pollMs = pollMs;
  }

  add(topic: Topic, listener: () => void): () => void {
    this.#run ??= this.#connectAgain();
    return this.#listeners.add(topic, listener);
  }

  hear(listener: (text: string) => void): () => void {
    this.#run ??= this.#connectAgain();
    return this.#listeners.hear(listener);
  }

  async end(): Promise<void> {
    this.#ending.abort();
    // A frozen server would never confirm the end.
    await Promise.race([this.#run, pause(answerMs, undefined, { ref: false })]);
  }

  async #connectAgain(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      await this.#listen().catch(() => undefined);
      this.#listeners.tellAll();
      await pauseUnless(this.#ending.signal, retryMs);
    }
  }

  /** Resolves at the end, and throws when the connection is lost. */
  async #listen(): Promise<void> {
    const client = await this.#servers.takeAside();
    const over = new AbortController();
    const end = () => over.abort();
    client.once("end", end);
    this.#ending.signal.addEventListener("abort", end);
    if (this.#ending.signal.aborted) end();
    try {
      client.on("notification", ({ payload }) => {
        const announced = announcedIn(payload);
        if (announced === undefined) this.#listeners.tell(topicsOf(payload));
        else this.#listeners.announce(announced);
      });
      const { rows } = await client.query<{ channel: string }>(inTime(channelQuery));
      await client.query(inTime(`listen "${rows[0]?.channel}"`));
      for (;;) {
        this.#listeners.tellAll();
        await pauseUnless(over.signal, this.#pollMs);
        if (this.#ending.signal.aborted) break;
        // Rejects if the connection is lost.
        await client.query(inTime("select 1"));
      }
    } catch (error) {
      // A frozen server would never confirm the end.
      client.end().catch(() => undefined);
      throw error;
    } finally {
      this.#ending.signal.removeEventListener("abort", end);
    }
    await client.end();
  }
}

/**
 * Resolves after a time, and as soon as the signal aborts. Performance: a race with a promise that
 * stays pending would leave a part of each round in memory.
 */
async function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
}

/** Returns a query with a time limit: a frozen server keeps its connections open. */
function inTime(text: string): pg.QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: answerMs };
}
