import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { PoolLoad } from "@/lib/store/port/database-facts";
import { ConnectionLost, HostUnresponsive, unlessConnectionLost } from "./connection-lost";
import { isLost, translated, Unreachable, unavailable } from "./errors";
import { isFullOfNames } from "./execute";
import { connectMs, statementLimits } from "./limits";
import { LivenessCheck } from "./liveness-check";
import { refuseReadOnly } from "./refuse-read-only";
import { types } from "./types";

const idleMs = 30_000;
const endMs = 10_000;

/** Options shared by the connections of one kind. */
export interface PoolKind {
  readonly size: number;
  /** Time limit of one statement in milliseconds; absent: none. */
  readonly statementMs?: number;
  /** True when read-only servers are skipped. */
  readonly takesWrites: boolean;
  /**
   * Time in milliseconds to wait for the only connection before a host counts as gone; absent: the
   * general timeout. A proxy may hold connections open while it looks for a host.
   */
  readonly giveUpMs?: number | undefined;
  /** True when statements are sent without waiting for the answers to earlier ones. */
  readonly isPipelined?: boolean;
}

/**
 * Connections of one kind to one of several hosts. A lost host is replaced by the next one;
 * read-only hosts are skipped where writes are needed. All waits have time limits.
 */
export class Servers {
  readonly #hosts: readonly string[];
  readonly #kind: PoolKind;
  #place = 0;
  #pool: pg.Pool;
  #hasConnection = () => false;
  /** Reject callbacks of callers that wait for a connection, called when the pool is abandoned. */
  #waiting = new Set<(why: unknown) => void>();
  readonly #pools = new WeakMap<pg.PoolClient, pg.Pool>();
  readonly #watch = new LivenessCheck(() => this.host);
  #closed = false;

  constructor(hosts: readonly string[], kind: PoolKind) {
    this.#hosts = hosts;
    this.#kind = kind;
    this.#pool = this.#open();
  }

  /** Connection string of the current host. */
  get host(): string {
    return this.#hosts[this.#place] ?? "";
  }

  /** Current use of the connections. */
  get load(): PoolLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** True when statements have no time limit. */
  get isUnhurried(): boolean {
    return this.#kind.statementMs === undefined;
  }

  /**
   * Returns a connection for exclusive use; call `giveBack` afterwards. Throws `Unreachable` when
   * no host accepts connections, `unavailable` when all connections stay in use for too long.
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

  /**
   * Returns an unpooled connection without time limits, to be ended. Throws the driver's errors.
   */
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

  /**
   * Releases a connection. If `error` shows it was lost, the pool of its server is abandoned. A
   * connection that is full of named statements ends, and the next request opens another one.
   */
  giveBack(client: pg.PoolClient, error?: unknown): void {
    const lost = error !== undefined && isLost(error);
    const pool = this.#pools.get(client);
    this.#watch.finish(client);
    client.release(lost || isFullOfNames(client));
    if (lost && pool) this.#leave(pool, new ConnectionLost());
  }

  /** Closes the connections; waits for those in use or on a dead network for at most 10 s. */
  async end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.end();
    await Promise.race([this.#pool.end(), pause(endMs, undefined, { ref: false })]);
  }

  #giveUpLater(pool: pg.Pool): NodeJS.Timeout | undefined {
    const { giveUpMs } = this.#kind;
    if (giveUpMs === undefined || this.#hasConnection()) return undefined;
    return setTimeout(() => {
      if (!this.#hasConnection()) this.#leave(pool, new HostUnresponsive());
    }, giveUpMs);
  }

  /** Opens a pool on the next host; waiting callers are rejected with `why`. */
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
    const { size, statementMs, takesWrites, isPipelined = false } = this.#kind;
    const pool = new pg.Pool({
      connectionString: this.host,
      application_name: "tocsin",
      types,
      max: size,
      pipeline: isPipelined,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleMs,
      allowExitOnIdle: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(statementMs !== undefined && statementLimits(statementMs)),
      ...(takesWrites && { verify: refuseReadOnly }),
    });
    // A lost connection shows at the next statement; without listeners it would end the process.
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

function ignore(): undefined {
  return undefined;
}

/** Throws when another attempt, on this or another host, would not help. */
function requireGone(error: unknown): void {
  if (isFull(error)) throw unavailable("The database is busy with other requests.");
  if (!isLost(error)) throw translated(error);
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}
