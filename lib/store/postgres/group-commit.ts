import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient, QueryResult } from "pg";
import type { Mutex } from "@/lib/store/concurrency/mutex";
import type { StatementHook } from "@/lib/store/port/engine";
import { addCommit, type CommitStatistics } from "@/lib/store/write/commit-statistics";
import { OpenCommit } from "@/lib/store/write/open-commit";
import { type FinishedWrite, type QueuedWrite, WriteQueue } from "@/lib/store/write/write-queue";
import { isBusy, isLost, translated, Unreachable, unavailable } from "./connection/errors";
import { Pipeline } from "./connection/pipeline";
import type { Servers } from "./connection/servers";
import type { Numbering } from "./numbering";
import { runQueuedWrite } from "./queued-write";
import { projectLock, stateUnderLock, writeLock, writeLockWithin } from "./sql/locks";
import { notifyOf } from "./sql/notify";
import { commitNumbering } from "./sql/numbering";

/** Parts that a write needs. */
export interface CommitParts {
  readonly servers: Servers;
  readonly onStatement: StatementHook;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
  /**
   * Called with the version of the schema and the counter of changes of access before anything is
   * written; an exception refuses the writes.
   */
  readonly admit?: (version: number, access: number) => void;
  /** Numbers the entries of the change log that a commit leaves without a number. */
  readonly numbering: Numbering;
  /** Statistics to update. */
  readonly work: CommitStatistics;
}

/** The writes of one project, where writes of several projects run at a time. */
export interface ProjectLane {
  readonly project: string;
  /** Admits as many groups at a time as there are connections. */
  readonly turns: Mutex;
  /** Called when the server cannot be reached: all other groups would wait for it in vain. */
  readonly whenUnreachable: (error: unknown) => void;
  readonly whenIdle: () => void;
}

const mostInGroup = 32;
const mostTries = 4;
/** Waits of a write of the deployment for its lock, in milliseconds. */
const [firstWaitMs, longestWaitMs, longestWithBreaksMs] = [200, 4_000, 10_000];

/**
 * Runs the writes of one lane one at a time across all processes: a group begins by taking the
 * global write lock or that of its project, so that data read by a write holds until it commits.
 * Writes that arrive meanwhile share the commit, each in its own savepoint, so a failing write is
 * rolled back alone.
 */
export class GroupCommit extends WriteQueue {
  readonly #parts: CommitParts;
  readonly #lane: ProjectLane | undefined;

  constructor(parts: CommitParts, lane?: ProjectLane) {
    const runOne = () => (lane ? lane.turns.run(() => this.#runOne()) : this.#runOne());
    super(mostInGroup, runOne, lane?.whenIdle);
    this.#parts = parts;
    this.#lane = lane;
  }

  async #runOne(): Promise<void> {
    const { servers, assertOpen, numbering } = this.#parts;
    // The writes may have been rejected while the lane waited for its turn.
    if (this.waiting().writes === 0) return;
    const done: FinishedWrite[] = [];
    const commit = new OpenCommit();
    let client: PoolClient;
    try {
      assertOpen();
      client = await this.#begin();
    } catch (error) {
      this.rejectAll(translated(error));
      if (error instanceof Unreachable || isLost(error)) {
        this.#lane?.whenUnreachable(translated(error));
      }
      return;
    }
    let isNumbered: boolean;
    try {
      await this.runGroup(done, (job) => this.#runJob(client, job, done, commit));
      isNumbered = await this.#commit(client, commit, done.length > 0);
      servers.giveBack(client);
    } catch (error) {
      for (const { reject } of done) reject(translated(error));
      await rollBack(client).then(
        () => servers.giveBack(client, error),
        (lost: unknown) => servers.giveBack(client, lost),
      );
      return;
    }
    const resolveAll = () => {
      for (const { resolve } of done) resolve();
    };
    // The next group runs meanwhile.
    if (isNumbered) resolveAll();
    else void numbering.catchUp().then(resolveAll);
  }

  /** Commits. Returns false if entries of the change log still lack their numbers. */
  async #commit(client: PoolClient, commit: OpenCommit, hasWrites: boolean): Promise<boolean> {
    const { onStatement, work } = this.#parts;
    const { entries, topics } = commit;
    const last = new Pipeline(client, onStatement);
    await commit.finish?.(last);
    await commit.finishLog?.(last);
    if (hasWrites) onStatement("commit");
    const started = performance.now();
    // The numbering announces the changes.
    if (topics.has("jobs")) last.sendCommand(`select ${notifyOf("jobs")}`);
    const text = entries.length > 0 ? commitNumbering(entries) : "commit";
    const results = allOf(await last.command(text));
    await last.succeeded();
    if (results.at(-1)?.command !== "COMMIT") {
      throw unavailable("The database took the changes back.");
    }
    addCommit(work, started);
    return entries.length === 0 || results.at(-2)?.rowCount === 1;
  }

  /**
   * A write of the deployment that waits behind a long one of a project stops the writes of all other
   * projects, so it lets them pass in between, for as long as it has waited.
   */
  async #begin(): Promise<PoolClient> {
    if (this.#lane) return this.#beginWith(projectLock(this.#lane.project));
    if (this.#parts.servers.isUnhurried) return this.#beginWith(writeLock);
    const end = performance.now() + longestWithBreaksMs;
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      try {
        return await this.#beginWith(writeLockWithin(waitMs));
      } catch (error) {
        if (!isBusy(error) || performance.now() + waitMs > end) throw error;
      }
      await pause(waitMs);
    }
  }

  /** Nothing has been written yet, so a lost connection is simply replaced. */
  async #beginWith(lock: string): Promise<PoolClient> {
    const { servers, admit } = this.#parts;
    // The account or the database may set its own limits.
    const limits = servers.isUnhurried
      ? ["set local statement_timeout = 0", "set local lock_timeout = 0"]
      : [];
    // One text makes one round trip.
    const begin = ["begin isolation level read committed", ...limits, lock];
    const text = [...begin, ...(admit ? [stateUnderLock] : [])].join("; ");
    for (let tries = 1; ; tries += 1) {
      const client = await servers.take();
      try {
        const told = await client.query(text);
        const { version, access } = allOf(told).at(-1)?.rows[0] ?? {};
        admit?.(Number(version), Number(access));
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
      await runQueuedWrite(client, job, done, {
        ...{ onStatement, commit },
        project: this.#lane?.project,
      });
    } finally {
      work.writes += 1;
      work.writeMs += performance.now() - started;
    }
  }
}

/**
 * Returns the results of the statements of a text. The driver returns an array for several, unlike
 * its types say.
 */
function allOf(results: QueryResult): readonly QueryResult[] {
  const all: unknown = results;
  return Array.isArray(all) ? (all as QueryResult[]) : [results];
}

async function rollBack(client: PoolClient): Promise<void> {
  await client.query("rollback");
}
