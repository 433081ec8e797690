import type { ClientBase } from "pg";
import type { Mutex } from "@/lib/store/concurrency/mutex";
import { tooExpensive } from "@/lib/store/concurrency/time-slices";
import type { Connection } from "@/lib/store/port/engine";
import { isLost, isTimedOut, translated, Unreachable } from "./errors";
import { execute } from "./execute";
import type { ReadingServers } from "./open";
import type { Servers } from "./servers";

/** Where reads go: those that may go through many records have connections and a deadline of their own. */
export interface ReadingParts extends ReadingServers {
  /** Asked while no server that takes writes can be reached. */
  readonly replica?: ReadingServers;
  readonly queryTimeoutMs: number;
  /** Throws once the database is closed. */
  readonly assertOpen: () => void;
}

/**
 * Reads what is committed. A read on a connection that turns out to be lost is asked once more of the same servers; when
 * those that take writes cannot be reached, of those that stand by, which may know less.
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

/** Whether the servers that take writes were there when last asked. */
class Absence {
  #askAgainAt: number | undefined;

  /** True for all but one read a second while they are not: that one asks, and the others need not wait for it. */
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

/** The answer; undefined when those asked are gone. */
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

/** A pool does not know of a connection that was lost while idle. */
async function twice(servers: Servers, text: string, parameters: readonly unknown[]) {
  try {
    return await onOne(servers, text, parameters);
  } catch (error) {
    if (!isLost(error)) throw error;
    return await onOne(servers, text, parameters);
  }
}

async function onOne(servers: Servers, text: string, parameters: readonly unknown[]) {
  const client = await servers.take();
  try {
    const answer = await execute(client, text, parameters);
    servers.giveBack(client);
    return answer;
  } catch (error) {
    servers.giveBack(client, error);
    throw error;
  }
}

/** A connection inside a transaction, one statement after the other; `before` sees each and may refuse it. */
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
