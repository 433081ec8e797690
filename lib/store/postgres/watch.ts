import pg from "pg";
import { connectMs } from "./limits";

/** How long a statement may go without an answer before its server is asked whether it is still there. */
const quietMs = 2_000;
const lookEveryMs = 500;

/**
 * Notices a server that has stopped answering without closing its connections, as a machine does that freezes: while
 * a connection has been in use for long, another one is tried, and when none can be made, those in use are cut, so that
 * whoever waits is told. A statement that only takes long is left alone.
 */
export class Watch {
  readonly #inUse = new Map<pg.PoolClient, number>();
  readonly #host: () => string;
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;

  /** `host` answers the connection string of the server that is used now. */
  constructor(host: () => string) {
    this.#host = host;
  }

  begin(client: pg.PoolClient): void {
    this.#inUse.set(client, performance.now());
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  finish(client: pg.PoolClient): void {
    this.#inUse.delete(client);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const longAgo = performance.now() - quietMs;
    const quiet = [...this.#inUse].filter(([, since]) => since < longAgo).map(([client]) => client);
    if (quiet.length === 0 || this.#isAsking) return;
    this.#isAsking = true;
    const isThere = await answers(this.#host());
    this.#isAsking = false;
    for (const client of quiet.filter((one) => this.#inUse.has(one))) {
      if (isThere) this.#inUse.set(client, performance.now());
      else client.end().catch(() => undefined);
    }
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
