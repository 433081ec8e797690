import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { PoolClient } from "pg";
import type { AuthDatabase } from "@/lib/store/port/store";
import { translated } from "./errors";
import type { Servers } from "./servers";

/** Returns a Kysely for the caller's own statements, each on a connection from `servers`. */
export function kyselyOver(servers: Servers, assertOpen: () => void): AuthDatabase["db"] {
  const driver: Driver = {
    // The engine opens and closes the connections.
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: async () => {
      assertOpen();
      return new OwnConnection(await servers.take());
    },
    releaseConnection: async (connection) => {
      if (connection instanceof OwnConnection) connection.giveBack(servers);
    },
    beginTransaction: runs("begin"),
    commitTransaction: runs("commit"),
    rollbackTransaction: runs("rollback"),
  };
  return new Kysely({ dialect: dialectWith(driver) });
}

/** Returns a Kysely that builds statements and runs none. */
export function kyselyCompiler(): AuthDatabase["db"] {
  return new Kysely({ dialect: dialectWith(new DummyDriver()) });
}

function dialectWith(driver: Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function runs(statement: string) {
  return async (connection: DatabaseConnection) => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
}

class OwnConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  #failure: unknown;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.#client.query(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.#failure = error;
      throw translated(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  giveBack(servers: Servers): void {
    servers.giveBack(this.#client, this.#failure);
  }
}
