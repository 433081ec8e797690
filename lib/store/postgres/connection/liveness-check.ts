import pg from "pg";
import { connectMs } from "./limits";

/** How long a statement may go without an answer before its server is asked whether it is still there. */
const quietMs = 2_000;
const lookEveryMs = 500;

interface Use {
  /** The connection string of the server it is connected to. */
  readonly host: string;
  /** When it was taken, or its server last found to be there. */
  readonly since: number;
}

/**
 * Notices a server that has stopped answering without closing its connections, as a machine does that freezes: while
 * a connection has been in use for long, another one is tried, and when none can be made, those in use are cut, so that
 * whoever waits is told. A statement that only takes long is left alone, unless its server has been left for another.
 */
export class LivenessCheck {
  readonly #inUse = new Map<pg.PoolClient, Use>();
  readonly #host: () => string;
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  /** `host` answers the connection string of the server that is used now. */
  constructor(host: () => string) {
    this.#host = host;
  }

  /** `host` is the connection string of the server that the client is connected to, whichever is used later. */
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
    // The answer of another server says nothing about the former one, which was left because it was gone.
    for (const [client, use] of this.#quiet()) if (use.host !== host) this.#cut(client);
    const quiet = this.#quiet();
    if (quiet.length === 0 || this.#isAsking) return;
    this.#isAsking = true;
    const isThere = await answers(host);
    this.#isAsking = false;
    for (const [client, use] of quiet) {
      // One that was given back meanwhile, and may have been taken anew, is not the use that was asked about.
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
  }
}

/** Whether a server lets anybody in, or at least refuses in so many words. */
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
