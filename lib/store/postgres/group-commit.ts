import type { PoolClient, QueryResult } from "pg";
import type { StatementHook } from "@/lib/store/port/engine";
import { addCommit, type CommitStatistics } from "@/lib/store/write/commit-statistics";
import { OpenCommit } from "@/lib/store/write/open-commit";
import { type FinishedWrite, type QueuedWrite, WriteQueue } from "@/lib/store/write/write-queue";
import { isLost, translated, unavailable } from "./connection/errors";
import { Pipeline } from "./connection/pipeline";
import type { Servers } from "./connection/servers";
import { runQueuedWrite } from "./queued-write";
import { stateUnderLock, writeLock } from "./sql/locks";
import { commitAnnouncing } from "./sql/notify";

/** Parts that a write needs. */
export interface CommitParts {
  /** One connection: writes of one process never run concurrently. */
  readonly servers: Servers;
  readonly onStatement: StatementHook;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
  /**
   * Called with the version of the schema before anything is written; an exception refuses the
   * writes.
   */
  readonly admit?: (version: number) => void;
  /** Statistics to update. */
  readonly work: CommitStatistics;
}

const mostInGroup = 32;
const mostTries = 4;

/**
 * Runs writes one at a time across all processes: a group begins by taking the global write lock,
 * so that data read by a write holds until it commits. Writes that arrive meanwhile share the
 * commit, each in its own savepoint, so a failing write is rolled back alone.
 */
export class GroupCommit extends WriteQueue {
  readonly #parts: CommitParts;
  /** The counter of changes of access when the latest group began. */
  accessChanges = 0;

  constructor(parts: CommitParts) {
    super(mostInGroup, () => this.#runOne());
    this.#parts = parts;
  }

  async #runOne(): Promise<void> {
    const { servers, onStatement, assertOpen, work } = this.#parts;
    const done: FinishedWrite[] = [];
    const commit = new OpenCommit();
    let client: PoolClient;
    try {
      assertOpen();
      client = await this.#begin();
    } catch (error) {
      this.rejectAll(translated(error));
      return;
    }
    try {
      await this.runGroup(done, (job) => this.#runJob(client, job, done, commit));
      const last = new Pipeline(client, onStatement);
      await commit.finish?.(last);
      if (done.length > 0) onStatement("commit");
      const started = performance.now();
      const { command } = lastOf(await last.command(commitAnnouncing(commit.topics)));
      await last.succeeded();
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

  /** Nothing has been written yet, so a lost connection is simply replaced. */
  async #begin(): Promise<PoolClient> {
    const { servers, admit } = this.#parts;
    // The account or the database may set its own limits.
    const limits = servers.isUnhurried
      ? ["set local statement_timeout = 0", "set local lock_timeout = 0"]
      : [];
    // One text makes one round trip.
    const text = [
      "begin isolation level read committed",
      ...limits,
      writeLock,
      ...(admit ? [stateUnderLock] : []),
    ].join("; ");
    for (let tries = 1; ; tries += 1) {
      const client = await servers.take();
      try {
        const told = await client.query(text);
        const { version, access } = lastOf(told).rows[0] ?? {};
        if (admit) this.accessChanges = Number(access);
        admit?.(Number(version));
        return client;
      } catch (error) {
        await rollBack(client).catch(() => undefined);
        servers.giveBack(client, error);
        if (tries === mostTries || !isLost(error)) throw error;
      }
    }
  }

  async #runJob(
    client: PoolClient,
    job: QueuedWrite,
    done: FinishedWrite[],
    commit: OpenCommit,
  ): Promise<void> {
    const { work, onStatement } = this.#parts;
    const started = performance.now();
    try {
      await runQueuedWrite(client, job, done, { onStatement, commit });
    } finally {
      work.writes += 1;
      work.writeMs += performance.now() - started;
    }
  }
}

/**
 * Returns the result of the last statement of a text. The driver returns an array for several,
 * unlike its types say.
 */
function lastOf(results: QueryResult): QueryResult {
  const all: unknown = results;
  return Array.isArray(all) ? (all.at(-1) as QueryResult) : results;
}

async function rollBack(client: PoolClient): Promise<void> {
  await client.query("rollback");
}
