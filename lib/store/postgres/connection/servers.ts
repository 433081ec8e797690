import pg from "pg";
import type { PoolLoad } from "@/lib/store/port/database-facts";
import { ConnectionLost, HostUnresponsive, unlessConnectionLost } from "./connection-lost";
import { isLost, translated, Unreachable, unavailable } from "./errors";
import { connectMs } from "./limits";
import { LivenessCheck } from "./liveness-check";
import { refuseReadOnly } from "./refuse-read-only";

const idleMs = 30_000;

/** What the connections of one kind have in common. */
export interface PoolKind {
  readonly size: number;
  /** How long the server works on one statement, in milliseconds; absent: as long as it takes. */
  readonly statementMs?: number;
  /** Whether a server that only reads is passed over. */
  readonly takesWrites: boolean;
  /**
   * How long to wait for the only connection before a host counts as gone, in milliseconds; absent: as long as for
   * any. Something between here and the host may hold on to those who connect while it looks for a host itself.
   */
  readonly giveUpMs?: number | undefined;
}

/** Whole numbers beyond 32 bits, counts among them, come out as numbers; the store keeps none beyond 2^53. */
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Connections of one kind to one of several hosts. When that one is lost, the next of the hosts is tried; a host that
 * only reads is passed over where writes are to be taken. Nothing waits longer than its time limits.
 */
export class Servers {
  readonly #hosts: readonly string[];
  readonly #kind: PoolKind;
  #place = 0;
  #pool: pg.Pool;
  #hasConnection = () => false;
  /** Those who wait for a connection of the pool; called with why it is left. */
  #waiting = new Set<(why: unknown) => void>();
  readonly #pools = new WeakMap<pg.PoolClient, pg.Pool>();
  readonly #watch = new LivenessCheck(() => this.host);
  #closed = false;

  constructor(hosts: readonly string[], kind: PoolKind) {
    this.#hosts = hosts;
    this.#kind = kind;
    this.#pool = this.#open();
  }

  /** The connection string of the host that is asked now. */
  get host(): string {
    return this.#hosts[this.#place] ?? "";
  }

  /** How its connections are used at this moment. */
  get load(): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** True where a statement may take as long as it needs. */
  get isUnhurried(): boolean {
    return this.#kind.statementMs === undefined;
  }

  /**
   * A connection of one's own; give it back. Throws `Unreachable` when no host can be connected to, and `unavailable`
   * without asking another one when all connections are in use for too long.
   */
  async take(): Promise<pg.PoolClient> {
    let reason: unknown;
    for (let tries = 0; tries < this.#hosts.length; ) {
      if (this.#closed) throw unavailable("The database is closed.");
      const [pool, host] = [this.#pool, this.host];
      const given = unlessConnectionLost(pool.connect(), this.#waiting);
      const patience = this.#giveUpLater(pool);
      try {
        const client = await given;
        this.#pools.set(client, pool);
        this.#watch.begin(client, host);
        return client;
      } catch (error) {
        if (error instanceof ConnectionLost) continue;
        requireGone(error);
        reason = error;
        tries += 1;
        this.#leave(pool, error);
      } finally {
        clearTimeout(patience);
      }
    }
    throw new Unreachable(reason);
  }

  /** A connection that belongs to no pool and has no limits of time; end it. Throws what the driver throws. */
  async takeAside(): Promise<pg.Client> {
    const near = await this.take();
    this.giveBack(near);
    const client = new pg.Client({
      connectionString: this.host,
      connectionTimeoutMillis: connectMs,
    });
    client.on("error", ignore);
    await client.connect();
    return client;
  }

  /** Gives a connection back after a failure: a lost one goes, with all others to the same server. */
  giveBack(client: pg.PoolClient, error?: unknown): void {
    const lost = error !== undefined && isLost(error);
    const pool = this.#pools.get(client);
    this.#watch.finish(client);
    client.release(lost);
    if (lost && pool) this.#leave(pool, new ConnectionLost());
  }

  async end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.end();
    await this.#pool.end();
  }

  #giveUpLater(pool: pg.Pool): NodeJS.Timeout | undefined {
    const { giveUpMs } = this.#kind;
    if (giveUpMs === undefined || this.#hasConnection()) return undefined;
    return setTimeout(() => {
      if (!this.#hasConnection()) this.#leave(pool, new HostUnresponsive());
    }, giveUpMs);
  }

  /** `why` no connection could be made; `Left` where one that was made is lost, which says nothing about the next. */
  #leave(pool: pg.Pool, why: unknown): void {
    if (pool !== this.#pool || this.#closed) return;
    this.#place = (this.#place + 1) % this.#hosts.length;
    this.#pool = this.#open();
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const leave of waiting) leave(why);
    pool.end().catch(ignore);
  }

  #open(): pg.Pool {
    const { size, statementMs, takesWrites } = this.#kind;
    const pool = new pg.Pool({
      connectionString: this.host,
      application_name: "tocsin",
      types,
      max: size,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleMs,
      allowExitOnIdle: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(statementMs !== undefined && limits(statementMs)),
      ...(takesWrites && { verify: refuseReadOnly }),
    });
    // Lost connections show at the next statement; without listeners they would end the process.
    pool.on("error", ignore);
    pool.on("connect", (client) => client.on("error", ignore));
    let inUse = 0;
    pool.on("acquire", () => {
      inUse += 1;
    });
    pool.on("release", () => {
      inUse -= 1;
    });
    this.#hasConnection = () => inUse + pool.idleCount > 0;
    return pool;
  }
}

function limits(statementMs: number) {
  return {
    statement_timeout: statementMs,
    lock_timeout: Math.min(statementMs, 10_000),
    // A process that freezes while it holds the lock of all writes holds the others up for as long.
    idle_in_transaction_session_timeout: 4_000,
    // Ends what a dead network leaves open.
    query_timeout: statementMs + 5_000,
  };
}

function ignore(): undefined {
  return undefined;
}

/** Throws what to answer where another host, or the same one again, would not help. */
function requireGone(error: unknown): void {
  if (isFull(error)) throw unavailable("The database is busy with other requests.");
  if (!isLost(error)) throw translated(error);
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}
