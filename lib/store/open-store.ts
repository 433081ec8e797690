import type { Resource } from "@/lib/schema/resource";
import { StartupError } from "@/lib/startup-error";
import { CountCache } from "./count-cache";
import { migrate, refuseUnknown } from "./migrate";
import { versionTable } from "./migrations";
import { Plans } from "./plans";
import { readerOver } from "./reader";
import { rebuildSearch } from "./search-rebuild";
import type { SqliteConnection } from "./sqlite/connection";
import { sqliteEngine } from "./sqlite/engine";
import { openFile, openMemory, type SqliteFiles } from "./sqlite/open";
import type { StatementHook } from "./sqlite/transaction";
import type { Store, Writer } from "./store";
import { tablesOf } from "./tables";
import { upgrade } from "./upgrade";
import { WriteCounts } from "./write-counts";
import { runWriter } from "./writer";

export interface StoreOptions {
  /** `memory:`, or `file:` and a path. */
  readonly url: string;
  readonly resources: Iterable<Resource>;
  /** How long a search may go through records; 1000 when absent. */
  readonly queryTimeoutMs?: number;
  readonly now?: () => Date;
  /** Called before each statement of a write, the commit too; what it throws fails the write. */
  readonly onStatement?: StatementHook;
}

/** Opens the database and brings it up to date. Throws a `StartupError` when it cannot serve. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { resources, now = () => new Date(), onStatement = () => undefined } = options;
  const tables = tablesOf(resources);
  const engine = sqliteEngine(filesOf(options), onStatement);
  try {
    await migrate(engine);
    await upgrade(engine, tables.values());
    await rebuildSearch(engine, new Plans(engine, tables));
  } catch (error) {
    await engine.close();
    throw notUpgraded(error);
  }
  const { reading, authDatabase } = engine;
  const plans = new Plans(engine, tables);
  const writes = new WriteCounts();
  const write = async <T>(work: (writer: Writer) => Promise<T>): Promise<T> => {
    const written = { writes: new Set<string>(), touches: new Set<string>() };
    try {
      return await engine.transaction((transaction) =>
        runWriter(transaction, plans, now, written, work),
      );
    } finally {
      writes.add(written);
    }
  };
  return {
    reader: readerOver({ connection: reading, plans, counts: new CountCache(writes) }, now),
    write,
    writesOf: (path) => {
      engine.assertOpen();
      return writes.of(path);
    },
    authDatabase: () => authDatabase,
    snapshot: () => engine.snapshot(),
    ping: async () => {
      await reading.rows(`select version from ${versionTable}`, []);
    },
    close: () => engine.close(),
  };
}

function filesOf({ url, queryTimeoutMs = 1000 }: StoreOptions): SqliteFiles {
  if (url === "memory:") return openMemory(queryTimeoutMs);
  if (url.startsWith("file:") && url.length > "file:".length) {
    const path = url.slice("file:".length);
    return openFile(path, queryTimeoutMs, (connection) => acceptKnown(path, connection));
  }
  throw new StartupError('The database must be "memory:" or "file:" and a path.');
}

function acceptKnown(path: string, connection: SqliteConnection): void {
  const tables = connection.rows("select name from sqlite_master where type = 'table'", []);
  const names = tables.map(([name]) => String(name));
  const version = names.includes(versionTable)
    ? Number(connection.rows(`select version from ${versionTable}`, [])[0]?.[0])
    : undefined;
  refuseUnknown(path, names, version);
}

function notUpgraded(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new StartupError(`The database cannot be brought up to date: ${said}`, { cause: error });
}
