import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { ClientBase, PoolClient } from "pg";
import { Mutex } from "@/lib/store/concurrency/mutex";
import type { AuthDatabase } from "@/lib/store/port/store";
import { translated } from "./errors";
import type { Servers } from "./servers";

/** Returns a Kysely for the caller's own statements, each on a connection from `servers`. */
export function kyselyOver(servers: Servers, assertOpen: () => void): AuthDatabase["db"] {
  return kyselyWith({
    acquireConnection: async () => {
      assertOpen();
      return new OwnConnection(await servers.take());
    },
    releaseConnection: async (connection) => {
      if (connection instanceof OwnConnection) connection.giveBack(servers);
    },
    ...commands(["begin"], ["commit"], ["rollback"]),
  });
}

/** Returns a Kysely inside an open transaction; its own transactions are savepoints. */
export function kyselyWithin(
  client: ClientBase,
  turn: Mutex,
  before: (sql: string) => void,
): AuthDatabase["db"] {
  const shared = new ClientConnection(client, turn, before);
  return kyselyWith({
    acquireConnection: async () => shared,
    releaseConnection: async () => undefined,
    ...commands(
      ["savepoint inner_write"],
      ["release inner_write"],
      ["rollback to inner_write", "release inner_write"],
    ),
  });
}

type Leases = Omit<Driver, "init" | "destroy">;

function kyselyWith(leases: Leases): AuthDatabase["db"] {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    // The engine opens and closes the connections.
    createDriver: () => ({
      ...leases,
      init: async () => undefined,
      destroy: async () => undefined,
    }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely({ dialect });
}

function commands(begin: string[], commit: string[], rollback: string[]) {
  const run = (statements: string[]) => async (connection: DatabaseConnection) => {
    for (const text of statements) await connection.executeQuery(CompiledQuery.raw(text));
  };
  return {
    beginTransaction: run(begin),
    commitTransaction: run(commit),
    rollbackTransaction: run(rollback),
  };
}

class ClientConnection implements DatabaseConnection {
  readonly #client: ClientBase;
  readonly #turn: Mutex;
  readonly #before: (sql: string) => void;

  constructor(client: ClientBase, turn: Mutex, before: (sql: string) => void) {
    this.#client = client;
    this.#turn = turn;
    this.#before = before;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#turn.run(() => {
      this.#before(sql);
      return this.#client.query(sql, [...parameters]);
    });
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

class OwnConnection extends ClientConnection {
  readonly #own: PoolClient;
  #failure: unknown;

  constructor(client: PoolClient) {
    super(client, new Mutex(), () => undefined);
    this.#own = client;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await super.executeQuery<R>(query);
    } catch (error) {
      this.#failure = error;
      throw translated(error);
    }
  }

  giveBack(servers: Servers): void {
    servers.giveBack(this.#own, this.#failure);
  }
}
