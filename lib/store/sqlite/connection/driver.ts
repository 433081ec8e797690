import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { AuthDatabase } from "@/lib/store/port/store";
import type { SqliteConnection } from "./connection";
import { translated } from "./errors";

/** Acquires and releases exclusive use of the connection. */
export interface Lease {
  acquire(): Promise<void>;
  release(): void;
}

/**
 * Returns a Kysely over the writing connection for the caller's own statements, which wait for the
 * lock.
 */
export function kyselyOver(
  connection: SqliteConnection,
  before: () => void,
  lease: Lease,
): AuthDatabase["db"] {
  const shared = new SharedConnection(connection, before);
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      await lease.acquire();
      return shared;
    },
    releaseConnection: async () => lease.release(),
    beginTransaction: () => shared.run("begin immediate"),
    commitTransaction: () => shared.run("commit"),
    rollbackTransaction: () => shared.run("rollback"),
    // The engine closes the connection.
    destroy: async () => undefined,
  };
  return new Kysely({ dialect: dialectWith(driver) });
}

/** Returns a Kysely that builds statements and runs none. */
export function kyselyCompiler(): AuthDatabase["db"] {
  return new Kysely({ dialect: dialectWith(new DummyDriver()) });
}

function dialectWith(driver: Driver): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SharedConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  readonly #before: () => void;

  constructor(connection: SqliteConnection, before: () => void) {
    this.#connection = connection;
    this.#before = before;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#before();
    try {
      const statement = this.#connection.prepare(sql);
      if (statement.reader) return { rows: rowsOf<R>(statement.raw(false).all(parameters)) };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw translated(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async run(statement: string): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(statement));
  }
}

/** Kysely states the row type of each query it builds; the driver does not know it. */
function rowsOf<R>(rows: unknown[]): R[] {
  return rows as R[];
}
