import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase } from "pg";
import type { StatementHook } from "@/lib/store/port/engine";
import { lend } from "./connection/connection";
import { isLost } from "./connection/errors";
import type { Servers } from "./connection/servers";
import { anyUnnumbered, numberAll } from "./sql/numbering";

/** Time in milliseconds between two looks for entries that a process has left without a number. */
const lookMs = 5_000;
const mostTries = 4;

/**
 * Gives the entries of the change log their numbers after their commits. Each run takes the entries
 * of all commits of all processes so far. At most one run of a process is in progress.
 */
export class Numbering {
  readonly #servers: Servers;
  readonly #onStatement: StatementHook;
  readonly #ending = new AbortController();
  readonly #looking: Promise<void>;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(servers: Servers, onStatement: StatementHook) {
    this.#servers = servers;
    this.#onStatement = onStatement;
    this.#looking = this.#look();
  }

  /**
   * Resolves when the entries of all commits before the call have their numbers. Resolves also when
   * the database cannot be reached: the commits are durable, and a later run numbers them.
   */
  catchUp(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#run().catch(() => undefined);
      return this.#running;
    });
    return this.#next;
  }

  /** Ends the looks. Resolves when nothing is in progress. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#looking;
    await (this.#next ?? this.#running);
  }

  async #run(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#onStatement("number the change log");
        await lend(this.#servers, numberEntries);
        return;
      } catch (error) {
        if (tries === mostTries || !isLost(error)) throw error;
      }
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await pause(lookMs, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      await lend(this.#servers, numberLeft).catch(() => undefined);
    }
  }
}

/** Numbers the entries that processes have left without a number. Throws the driver's errors. */
export async function numberLeft(client: ClientBase): Promise<void> {
  if ((await client.query(anyUnnumbered)).rows.length > 0) await numberEntries(client);
}

/** Numbers all committed entries. Throws the driver's errors. */
async function numberEntries(client: ClientBase): Promise<void> {
  try {
    await client.query(numberAll);
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
