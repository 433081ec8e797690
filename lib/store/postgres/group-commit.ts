import type { PoolClient, QueryResult } from "pg";
import type { EngineTransaction, StatementHook } from "@/lib/store/port/engine";
import type { WriteOptions } from "@/lib/store/port/store";
import { addCommit, type CommitStatistics } from "@/lib/store/write/commit-statistics";
import { type FinishedWrite, type QueuedWrite, WriteQueue } from "@/lib/store/write/write-queue";
import { isLost, translated, unavailable } from "./connection/errors";
import type { Servers } from "./connection/servers";
import { runQueuedWrite } from "./queued-write";
import { versionUnderLock, writeLock } from "./sql/locks";

/** What writes go through. */
export interface CommitParts {
  /** One connection: writes of one process never run side by side. */
  readonly servers: Servers;
  readonly onStatement: StatementHook;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
  /** Told of the version of the database's tables before anything is written; what it throws refuses the writes. */
  readonly admit?: (version: number) => void;
  /** Where what was done is added up. */
  readonly work: CommitStatistics;
}

const mostInGroup = 32;
const mostTries = 4;

/**
 * Runs writes one after the other, those of other processes included: a group begins by taking the one lock of all
 * writes, so that what a write reads holds until it commits. Those that come in while one runs share its commit, each in
 * a savepoint of its own, so one that throws leaves nothing and the others alone.
 */
export class GroupCommit {
  readonly #parts: CommitParts;
  readonly #queue = new WriteQueue(mostInGroup, () => this.#runGroup());

  constructor(parts: CommitParts) {
    this.#parts = parts;
  }

  /** Runs `work` as one write: all of it or, when it throws, none. */
  write<T>(
    work: (transaction: EngineTransaction) => Promise<T>,
    manner?: WriteOptions,
  ): Promise<T> {
    return this.#queue.add(work, manner);
  }

  /** How many writes wait for their turn, and for how long the first has. */
  waiting(): { readonly writes: number; readonly longestMs: number } {
    return this.#queue.waiting();
  }

  /** Resolves when no write is under way. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #runGroup(): Promise<void> {
    const { servers, onStatement, assertOpen, work } = this.#parts;
    const done: FinishedWrite[] = [];
    let client: PoolClient;
    try {
      assertOpen();
      client = await this.#begin();
    } catch (error) {
      this.#queue.rejectAll(translated(error));
      return;
    }
    try {
      await this.#queue.runGroup(done, (job) => this.#runJob(client, job, done));
      if (done.length > 0) onStatement("commit");
      const started = performance.now();
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw unavailable("The database took the changes back.");
      addCommit(work, started);
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
    const { servers, admit } = this.#parts;
    // The account or the database may have limits of its own.
    const limits = servers.isUnhurried
      ? ["set local statement_timeout = 0", "set local lock_timeout = 0"]
      : [];
    // One text, so one round trip.
    const text = [
      "begin isolation level read committed",
      ...limits,
      writeLock,
      ...(admit ? [versionUnderLock] : []),
    ].join("; ");
    for (let tries = 1; ; tries += 1) {
      const client = await servers.take();
      try {
        const told = await client.query(text);
        admit?.(versionIn(told));
        return client;
      } catch (error) {
        await rollBack(client).catch(() => undefined);
        servers.giveBack(client, error);
        if (tries === mostTries || !isLost(error)) throw error;
      }
    }
  }

  async #runJob(client: PoolClient, job: QueuedWrite, done: FinishedWrite[]): Promise<void> {
    const { work, onStatement } = this.#parts;
    const started = performance.now();
    try {
      await runQueuedWrite(client, job, done, onStatement);
    } finally {
      work.writes += 1;
      work.writeMs += performance.now() - started;
    }
  }
}

/** The version that the last of several statements told: the driver answers each with a result, unlike its types say. */
function versionIn(results: unknown): number {
  const last: unknown = Array.isArray(results) ? results.at(-1) : undefined;
  return Number((last as QueryResult<{ version: number }> | undefined)?.rows[0]?.version);
}

async function rollBack(client: PoolClient): Promise<void> {
  await client.query("rollback");
}
