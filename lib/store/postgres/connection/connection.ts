import type { ClientBase } from "pg";
import type { Mutex } from "@/lib/store/concurrency/mutex";
import { tooExpensive } from "@/lib/store/concurrency/time-slices";
import type { Connection } from "@/lib/store/port/engine";
import { isLost, isTimedOut, translated, Unreachable } from "./errors";
import { execute } from "./execute";
import type { ReadingServers } from "./open";
import type { Servers } from "./servers";

/** Connections for reads. Searches have their own connections and deadline. */
export interface ReadingParts extends ReadingServers {
  /** Used while no server that takes writes can be reached. */
  readonly replica?: ReadingServers;
  readonly queryTimeoutMs: number;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
}

/**
 * Reads committed data. A read on a lost connection is retried once on the same servers. When the
 * servers that take writes are unreachable, replicas are read, whose results may be stale.
 */
export function committedOnly(parts: ReadingParts): Connection {
  const away = new Absence();
  const { replica } = parts;
  const nearest = async (from: (servers: ReadingServers) => Promise<Answer>) => {
    if (replica === undefined) return await from(parts);
    if (away.isLikely()) return await from(replica);
    return (await unlessGone(from(parts), away)) ?? (await from(replica));
  };
  const ask = async (text: string, parameters: readonly unknown[], timed: boolean) => {
    parts.assertOpen();
    const kind = timed ? "searches" : "lookUps";
    try {
      return await nearest((servers) => twice(servers[kind], text, parameters));
    } catch (error) {
      if (timed && isTimedOut(error)) throw tooExpensive(parts.queryTimeoutMs);
      throw translated(error);
    }
  };
  return {
    rows: async (text, parameters, timed = false) => (await ask(text, parameters, timed)).rows,
    run: async (text, parameters) => (await ask(text, parameters, false)).count,
  };
}

type Answer = Awaited<ReturnType<typeof execute>>;

const awayMs = 1_000;

/** Whether the servers that take writes were reachable at the last attempt. */
class Absence {
  #askAgainAt: number | undefined;

  /**
   * Returns true for all but one read a second while they are unreachable. That read tries them,
   * and the others need not wait for it.
   */
  isLikely(): boolean {
    if (this.#askAgainAt === undefined) return false;
    if (performance.now() < this.#askAgainAt) return true;
    this.begin();
    return false;
  }

  begin(): void {
    this.#askAgainAt = performance.now() + awayMs;
  }

  end(): void {
    this.#askAgainAt = undefined;
  }
}

/** Returns the result, or undefined when the servers are unreachable. */
async function unlessGone<T>(answer: Promise<T>, away: Absence): Promise<T | undefined> {
  try {
    const value = await answer;
    away.end();
    return value;
  } catch (error) {
    if (!isLost(error) && !(error instanceof Unreachable)) throw error;
    away.begin();
    return undefined;
  }
}

/** A pool does not notice that an idle connection was lost, so the statement runs once more. */
async function twice(servers: Servers, text: string, parameters: readonly unknown[]) {
  const attempt = () => lend(servers, (client) => execute(client, text, parameters));
  try {
    return await attempt();
  } catch (error) {
    if (!isLost(error)) throw error;
    return await attempt();
  }
}

/** Runs `work` on a connection of its own, and gives the connection back. */
export async function lend<T>(
  servers: Servers,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await servers.take();
  try {
    const result = await work(client);
    servers.giveBack(client);
    return result;
  } catch (error) {
    servers.giveBack(client, error);
    throw error;
  }
}

/**
 * Returns a connection inside a transaction that runs one statement at a time; `before` sees each
 * statement and may refuse it.
 */
export function connectionOver(
  client: ClientBase,
  turn: Mutex,
  before: (sql: string) => void,
): Connection {
  const ask = (text: string, parameters: readonly unknown[]) =>
    turn.run(() => {
      before(text);
      return execute(client, text, parameters);
    });
  return {
    rows: async (text, parameters) => (await ask(text, parameters)).rows,
    run: async (text, parameters) => (await ask(text, parameters)).count,
  };
}
