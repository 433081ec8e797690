import type { Resource } from "@/lib/schema/resource";
import { StartupError } from "@/lib/startup-error";
import { WriteCounts, type Written } from "./counts/write-counts";
import type { Engine, StatementHook } from "./port/engine";
import type { RecordWriter, Store, WriteOptions } from "./port/store";
import { isPostgresUrl } from "./postgres/connection/address";
import { openPostgres } from "./postgres/connection/open";
import { postgresEngine } from "./postgres/engine";
import { CountCache } from "./read/count-cache";
import { readerOver } from "./read/reader";
import type { Table } from "./schema/table";
import { tablesOf } from "./schema/tables";
import type { SqliteConnection } from "./sqlite/connection/connection";
import { sqliteEngine } from "./sqlite/engine";
import { openFile, openMemory, type SqliteFiles } from "./sqlite/file/open";
import { Statements } from "./statement/statements";
import { endLeases } from "./system-tables/job-table";
import { migrate, refuseUnknown } from "./upgrade/migrate";
import { versionTable } from "./upgrade/migrations";
import type { OnProgress } from "./upgrade/progress";
import { rebuildDurations } from "./upgrade/rebuild-durations";
import { rebuildPeriods } from "./upgrade/rebuild-periods";
import { rebuildRemovals } from "./upgrade/rebuild-removals";
import { rebuildSearch } from "./upgrade/rebuild-text-index";
import type { SchemaSupersededHook } from "./upgrade/schema-superseded";
import { upgrade } from "./upgrade/upgrade";
import { AccessChanges, accessCounter } from "./write/access-changes";
import { OutsideProject } from "./write/outside-project";
import { runWriter } from "./write/writer";

export interface StoreOptions {
  /** `memory:`, `file:` and a path, or `postgres://…`. */
  readonly url: string;
  /** Content of a new database in memory: a SQLite file, as `snapshot` returns it. */
  readonly image?: Uint8Array;
  /** Address of replicas, read while no server takes writes. */
  readonly readUrl?: string | undefined;
  /** A missing database file is created unless this is false. */
  readonly mayCreate?: boolean;
  /** Called with a warning for the operator about a database that serves nevertheless. */
  readonly onDoubt?: (warning: string) => void;
  /** Called with the progress of a migration, and of the check of a large file. */
  readonly onProgress?: OnProgress | undefined;
  readonly resources: Iterable<Resource>;
  /** Longest time of a search in milliseconds; 1000 when absent. */
  readonly queryTimeoutMs?: number;
  /**
   * Longest time in milliseconds that a search in this process holds the event loop at once; 15
   * when absent.
   */
  readonly sliceMs?: number;
  /** Most PostgreSQL connections for reads of one kind; 8 when absent. */
  readonly poolSize?: number;
  /** Environment variables of PostgreSQL's own programs, `PATH` among them. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** Called before each statement of a write, the commit included; an exception fails the write. */
  readonly onStatement?: StatementHook;
  /** Called once when a newer version has superseded the schema and writes are refused. */
  readonly onSchemaSuperseded?: SchemaSupersededHook;
}

/** An open store with its engine and tables, for work on whole tables. */
export interface Database {
  readonly store: Store;
  readonly engine: Engine;
  readonly tables: ReadonlyMap<string, Table>;
}

/** Opens and migrates the database. Throws a `StartupError` when it cannot serve. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return (await openDatabase(options)).store;
}

/** Opens and migrates the database as `openStore` does, and also returns the engine and tables. */
export async function openDatabase(options: StoreOptions): Promise<Database> {
  const { resources, now = () => new Date() } = options;
  const tables = tablesOf(resources);
  const engine = await engineOf(options);
  try {
    await engine.bringUpToDate(async () => {
      await migrate(engine);
      await upgrade(engine, tables.values());
      await rebuildSearch(engine, new Statements(engine, tables), options.onProgress);
      await rebuildPeriods(engine, new Statements(engine, tables), options.onProgress);
      await rebuildDurations(engine, new Statements(engine, tables), options.onProgress);
      await rebuildRemovals(engine, new Statements(engine, tables), options.onProgress);
      if (!engine.isShared) await engine.transaction(({ connection }) => endLeases(connection));
    });
  } catch (error) {
    await engine.close();
    throw notUpgraded(error);
  }
  const store = storeOver(engine, tables, now);
  // A deletion that was in progress when the process ended stays hidden.
  await store.reader.deletedProjects();
  return { store, engine, tables };
}

function storeOver(engine: Engine, tables: ReadonlyMap<string, Table>, now: () => Date): Store {
  const { reading, readingLatest, replica, slices, rawSql, pools } = engine;
  const { onCommit, announce, onAnnouncement, snapshotForm, snapshot, facts, close } = engine;
  const statements = new Statements(engine, tables);
  const writes = new WriteCounts();
  const access = new AccessChanges();
  const write = async <T>(
    work: (writer: RecordWriter) => Promise<T>,
    manner?: WriteOptions,
  ): Promise<T> => {
    const written: Written = { writes: new Set<string>(), touches: new Set<string>() };
    const attempt = (options: WriteOptions | undefined) =>
      engine.transaction(
        (transaction) =>
          runWriter(transaction, statements, now, written, async (writer) => {
            const result = await work(writer);
            if (access.ran(written) && engine.isShared) await writer.countUp(accessCounter);
            return result;
          }),
        options,
      );
    try {
      const done = await attempt(manner);
      statements.noneDeleted(written.noneDeletedAt);
      return done;
    } catch (error) {
      if (!(error instanceof OutsideProject)) throw error;
      return await attempt({ ...manner, project: undefined });
    } finally {
      writes.add(written);
      access.ended(written);
    }
  };
  const kept = engine.isShared ? {} : { counts: new CountCache(writes) };
  return {
    reader: readerOver(
      { connection: reading, statements, ...kept, ...(slices && { slices }) },
      now,
      readingLatest,
    ),
    ...(replica && {
      replica: readerOver({ connection: replica, statements }, now, readingLatest),
    }),
    write,
    hasProjectLocks: engine.hasProjectLocks,
    writesOf: (path) => {
      engine.assertOpen();
      return engine.isShared ? undefined : writes.of(path);
    },
    rawSql,
    accessVersion: () => access.version + (engine.accessChanges?.() ?? 0),
    ping: async () => {
      await reading.rows(`select version from ${versionTable}`, []);
    },
    onCommit,
    announce,
    onAnnouncement,
    pools,
    snapshotForm,
    snapshot,
    facts,
    close,
  };
}

async function engineOf(options: StoreOptions): Promise<Engine> {
  const { url, readUrl, queryTimeoutMs = 1000, sliceMs = 15 } = options;
  const { poolSize = 8, programs = {}, onStatement = () => undefined } = options;
  const { onSchemaSuperseded: onOvertaken = () => undefined } = options;
  if (!isPostgresUrl(url)) {
    return sqliteEngine(await filesOf(options), { queryTimeoutMs, sliceMs }, onStatement);
  }
  const servers = await openPostgres({ url, readUrl, queryTimeoutMs, poolSize });
  return postgresEngine(servers, { onStatement, onSchemaSuperseded: onOvertaken }, programs);
}

async function filesOf(options: StoreOptions): Promise<SqliteFiles> {
  const { url, image, queryTimeoutMs = 1000, mayCreate = true, onDoubt, onProgress } = options;
  if (url === "memory:") return openMemory(queryTimeoutMs, image);
  if (url.startsWith("file:") && url.length > "file:".length) {
    const path = url.slice("file:".length);
    const accept = (connection: SqliteConnection) => acceptKnown(path, connection);
    return openFile(path, { queryTimeoutMs, mayCreate, accept, onDoubt, onProgress });
  }
  throw new StartupError('The database must be "memory:", "file:" and a path, or "postgres://…".');
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
