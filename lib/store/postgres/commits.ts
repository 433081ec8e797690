import type { PoolClient } from "pg";
import type { StatementHook, Transaction } from "@/lib/store/engine";
import { isLost, translated, unavailable } from "./errors";
import { type Done, type Job, runJob } from "./jobs";
import { writeLock } from "./locks";
import type { Servers } from "./servers";

/** What writes go through. */
export interface CommitParts {
  /** One connection: writes of one process never run side by side. */
  readonly servers: Servers;
  readonly onStatement: StatementHook;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
  /** Where what was done is added up. */
  readonly work: { writes: number; writeMs: number; commits: number; commitMs: number };
}

const mostInGroup = 32;
const longestGroupMs = 20;
const mostTries = 4;

/**
 * Runs writes one after the other, those of other processes included: a group begins by taking the one lock of all
 * writes, so that what a write reads holds until it commits. Those that come in while one runs share its commit, each in
 * a savepoint of its own, so one that throws leaves nothing and the others alone.
 */
export class Commits {
  readonly #parts: CommitParts;
  readonly #queue: Job[] = [];
  #running: Promise<void> | undefined;

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /** Runs `work` as one write: all of it or, when it throws, none. */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        work: async (transaction) => {
          const value = await work(transaction);
          return () => resolve(value);
        },
        reject,
        since: performance.now(),
      };
      this.#queue.push(job);
      this.#running ??= this.#runAll();
    });
  }

  /** How many writes wait for their turn, and for how long the first has. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    const [first] = this.#queue;
    const longestMs = first ? performance.now() - first.since : 0;
    return { writes: this.#queue.length, longestMs };
  }

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#queue.length > 0) await this.#runGroup();
    // In the same turn as the last look at the queue, or a write that comes in between would wait for ever.
    this.#running = undefined;
  }

  async #runGroup(): Promise<void> {
    const { servers, onStatement, assertOpen, work } = this.#parts;
    const done: Done[] = [];
    let client: PoolClient;
    try {
      assertOpen();
      client = await this.#begin();
    } catch (error) {
      for (const { reject } of this.#queue.splice(0)) reject(translated(error));
      return;
    }
    try {
      await this.#runJobs(client, done);
      if (done.length > 0) onStatement("commit");
      const started = performance.now();
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw unavailable("The database took the changes back.");
      work.commits += 1;
      work.commitMs += performance.now() - started;
      servers.giveBack(client);
    } catch (error) {
      for (const { reject } of done) reject(translated(error));
      await rollBack(client).then(
        () => servers.giveBack(client, error),
        (lost: unknown) => servers.giveBack(client, lost),
      );
      return;
    }
    for (const { resolve } of done) resolve();
  }

  /** Nothing has been written yet, so a connection that turns out to be lost is made anew. */
  async #begin(): Promise<PoolClient> {
    const { servers } = this.#parts;
    // The account or the database may have limits of its own.
    const limits = servers.isUnhurried
      ? "set local statement_timeout = 0; set local lock_timeout = 0;"
      : "";
    for (let tries = 1; ; tries += 1) {
      const client = await servers.take();
      try {
        await client.query(`begin isolation level read committed; ${limits} ${writeLock}`);
        return client;
      } catch (error) {
        await rollBack(client).catch(() => undefined);
        servers.giveBack(client, error);
        if (tries === mostTries || !isLost(error)) throw error;
      }
    }
  }

  async #runJobs(client: PoolClient, done: Done[]): Promise<void> {
    const end = performance.now() + longestGroupMs;
    do {
      const job = this.#queue.shift();
      if (job) await this.#runJob(client, job, done);
    } while (this.#queue.length > 0 && done.length < mostInGroup && performance.now() < end);
  }

  async #runJob(client: PoolClient, job: Job, done: Done[]): Promise<void> {
    const { work, onStatement } = this.#parts;
    const started = performance.now();
    try {
      await runJob(client, job, done, onStatement);
    } finally {
      work.writes += 1;
      work.writeMs += performance.now() - started;
    }
  }
}

async function rollBack(client: PoolClient): Promise<void> {
  await client.query("rollback");
}
