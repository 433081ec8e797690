import pg from "pg";
import { connectMs } from "./limits";

/** Time without an answer, in milliseconds, after which the server of a statement is checked. */
const quietMs = 2_000;
const lookEveryMs = 500;

interface Use {
  /** Connection string of the client's server. */
  readonly host: string;
  /** Time when the connection was taken, or when its server last passed a check. */
  readonly since: number;
}

/**
 * Detects a server that stopped answering without closing its connections, such as a frozen
 * machine. While a connection is in use for long, a test connection is tried. If that fails, the
 * connections in use are cut, so that their statements fail. A slow statement is left alone, unless
 * the pool has moved to another server.
 */
export class LivenessCheck {
  readonly #inUse = new Map<pg.PoolClient, Use>();
  readonly #host: () => string;
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  /** `host` returns the connection string of the server in use. */
  constructor(host: () => string) {
    this.#host = host;
  }

  /** `host` is the connection string of the client's server, even if another is used later. */
  begin(client: pg.PoolClient, host: string): void {
    this.#inUse.set(client, { host, since: performance.now() });
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  finish(client: pg.PoolClient): void {
    this.#inUse.delete(client);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const host = this.#host();
    // A check of the current server says nothing about the former one, which was left because it
    // was gone.
    for (const [client, use] of this.#quiet()) if (use.host !== host) this.#cut(client);
    const quiet = this.#quiet();
    if (quiet.length === 0 || this.#isAsking) return;
    this.#isAsking = true;
    const isThere = await answers(host);
    this.#isAsking = false;
    for (const [client, use] of quiet) {
      // The connection was released meanwhile and may be in use anew, which the check did not
      // cover.
      if (this.#inUse.get(client) !== use) continue;
      if (isThere) this.#inUse.set(client, { host, since: performance.now() });
      else this.#cut(client);
    }
  }

  #quiet(): [pg.PoolClient, Use][] {
    const longAgo = performance.now() - quietMs;
    return [...this.#inUse].filter(([, { since }]) => since < longAgo);
  }

  #cut(client: pg.PoolClient): void {
    this.#inUse.delete(client);
    client.end().catch(() => undefined);
    // In pipeline mode the driver would wait for the answers first.
    client.connection.stream.destroy();
  }
}

/** Returns true when a server accepts a connection or refuses it with an error of its own. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    client.end().catch(() => undefined);
  }
}
