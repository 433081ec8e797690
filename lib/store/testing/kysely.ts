import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { RawSql } from "@/lib/store/port/open-database";
import type { Store } from "@/lib/store/port/store";

export type TestDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Returns a Kysely for a test's own statements, past the rules of the store. No transactions. */
export function kyselyOver({ rawSql }: Pick<Store, "rawSql">): TestDatabase {
  const driver = new StatementDriver(rawSql);
  return new Kysely({ dialect: { createDriver: () => driver, ...dialects[rawSql.engine] } });
}

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

class StatementDriver extends DummyDriver {
  readonly #rawSql: RawSql;

  constructor(rawSql: RawSql) {
    super();
    this.#rawSql = rawSql;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({
        sql,
        parameters,
      }: {
        sql: string;
        parameters: readonly unknown[];
      }) => ({
        rows: rowsOf<R>(await this.#rawSql.run(sql, parameters)),
      }),
      streamQuery: () => {
        throw new Error("Tests read no streams.");
      },
    };
  }

  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error("Each statement may run on another connection."));
  }
}

/** Kysely states the row type of each query it builds; the driver does not know it. */
function rowsOf<R>(rows: readonly unknown[]): R[] {
  return rows as R[];
}
