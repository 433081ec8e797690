import { sql } from "kysely";
import { StartupError } from "@/lib/startup-error";
import type { Engine } from "@/lib/store/port/engine";
import { tablesIn } from "./catalog";
import { latestVersion, migrations, versionTable } from "./migrations";

/**
 * Throws a `StartupError` for a database of another program or of a newer Tocsin. `version` is the
 * value in `tocsin_schema`.
 */
export function refuseUnknown(
  database: string,
  tables: readonly string[],
  version: number | undefined,
): void {
  if (version === undefined && tables.length > 0) {
    throw new StartupError(
      `The database ${database} holds the tables of another program: choose another.`,
    );
  }
  if (version !== undefined && version > latestVersion) {
    throw new StartupError(
      `The database ${database} was written by a newer Tocsin (schema ${version}, this one knows ${latestVersion}): start that one.`,
    );
  }
}

/**
 * Migrates the system tables to the latest version, each step in a transaction. Throws a
 * `StartupError` when a newer Tocsin that started at the same time came first.
 */
export async function migrate(engine: Engine): Promise<void> {
  const isNew = !(await tablesIn(engine, engine.reading)).has(versionTable);
  const from = isNew ? 0 : await versionOf(engine);
  if (from > latestVersion) throw supersededError(from);
  for (const { version, statements } of migrations) {
    if (version <= from) continue;
    await engine.transaction(async ({ connection }) => {
      const done = sql`update ${sql.table(versionTable)} set version = ${version}`;
      for (const statement of [
        ...statements(engine.dialect),
        done.compile(engine.dialect.builder),
      ]) {
        await connection.run(statement.sql, statement.parameters);
      }
    });
  }
}

function supersededError(version: number): StartupError {
  return new StartupError(
    `A newer Tocsin has just brought the database up to date (schema ${version}, this one knows ${latestVersion}): start that one.`,
  );
}

async function versionOf({ reading }: Engine): Promise<number> {
  const [row] = await reading.rows(`select version from ${versionTable}`, []);
  return Number(row?.[0] ?? 0);
}
