import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
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
 * Returns a Kysely over the writing connection for the caller's own statements. With a lease it
 * waits for the lock; without one it runs inside an open transaction, and its own transactions are
 * savepoints.
 */
export function kyselyOver(
  connection: SqliteConnection,
  before: (sql: string) => void,
  lease?: Lease,
): AuthDatabase["db"] {
  const shared = new SharedConnection(connection, before);
  const [begin, commit, rollback] = lease ? transaction : savepoint;
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => {
      await lease?.acquire();
      return shared;
    },
    releaseConnection: async () => lease?.release(),
    beginTransaction: () => shared.runAll(begin),
    commitTransaction: () => shared.runAll(commit),
    rollbackTransaction: () => shared.runAll(rollback),
    // The engine closes the connection.
    destroy: async () => undefined,
  };
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely({ dialect });
}

const transaction = [["begin immediate"], ["commit"], ["rollback"]] as const;
const savepoint = [
  ["savepoint inner"],
  ["release inner"],
  ["rollback to inner", "release inner"],
] as const;

class SharedConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  readonly #before: (sql: string) => void;

  constructor(connection: SqliteConnection, before: (sql: string) => void) {
    this.#connection = connection;
    this.#before = before;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#before(sql);
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

  async runAll(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.executeQuery(CompiledQuery.raw(statement));
  }
}

/** Kysely states the row type of each query it builds; the driver does not know it. */
function rowsOf<R>(rows: unknown[]): R[] {
  return rows as R[];
}
