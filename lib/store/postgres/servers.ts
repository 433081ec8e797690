import pg from "pg";
import { isLost, translated, Unreachable, unavailable } from "./errors";

/** How long to wait for a connection, in milliseconds. */
const connectMs = 5_000;
const idleMs = 30_000;

/** What the connections of one kind have in common. */
export interface Kind {
  readonly size: number;
  /** How long the server works on one statement, in milliseconds; absent: as long as it takes. */
  readonly statementMs?: number;
  /** Whether a server that only reads is passed over. */
  readonly takesWrites: boolean;
}

/** Whole numbers beyond 32 bits, counts among them, come out as numbers; the store keeps none beyond 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Connections of one kind to one of several hosts. When that one is lost, the next of the hosts is tried; a host that
 * only reads is passed over where writes are to be taken. Nothing waits longer than its time limits.
 */
export class Servers {
  readonly #hosts: readonly string[];
  readonly #kind: Kind;
  #place = 0;
  #pool: pg.Pool;
  /** Those who wait for a connection of the pool; called with why it is left. */
  #waiting = new Set<(why: unknown) => void>();
  readonly #pools = new WeakMap<pg.PoolClient, pg.Pool>();
  #closed = false;

  constructor(hosts: readonly string[], kind: Kind) {
    this.#hosts = hosts;
    this.#kind = kind;
    this.#pool = this.#open();
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
      const pool = this.#pool;
      try {
        const client = await unlessLeft(pool.connect(), this.#waiting);
        this.#pools.set(client, pool);
        return client;
      } catch (error) {
        if (error instanceof Left) continue;
        requireGone(error);
        reason = error;
        tries += 1;
        this.#leave(pool, error);
      }
    }
    throw new Unreachable(reason);
  }

  /** A connection that belongs to no pool and has no limits of time; end it. Throws what the driver throws. */
  async takeAside(): Promise<pg.Client> {
    const near = await this.take();
    near.release();
    const connectionString = this.#hosts[this.#place];
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
    client.on("error", ignore);
    await client.connect();
    return client;
  }

  /** Gives a connection back after a failure: a lost one goes, with all others to the same server. */
  giveBack(client: pg.PoolClient, error?: unknown): void {
    const lost = error !== undefined && isLost(error);
    const pool = this.#pools.get(client);
    client.release(lost);
    if (lost && pool) this.#leave(pool, new Left());
  }

  async end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#pool.end();
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
      connectionString: this.#hosts[this.#place],
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
    return pool;
  }
}

class Left extends Error {}

/** A pool that is left would let those who wait in it wait in vain. */
function unlessLeft(
  given: Promise<pg.PoolClient>,
  waiting: Set<(why: unknown) => void>,
): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const leave = (why: unknown) => {
      reject(why);
      given.then((client) => client.release(true), ignore);
    };
    waiting.add(leave);
    given.then(resolve, reject).finally(() => waiting.delete(leave));
  });
}

function limits(statementMs: number) {
  return {
    statement_timeout: statementMs,
    lock_timeout: Math.min(statementMs, 10_000),
    idle_in_transaction_session_timeout: 30_000,
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

/** A server that follows another takes no writes, and what it shows may be old. */
function refuseReadOnly(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query("show transaction_read_only").then(
    ({ rows: [row] }) => done(row?.transaction_read_only === "off" ? undefined : new ReadOnly()),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

class ReadOnly extends Error {
  readonly code = "25006";
}
