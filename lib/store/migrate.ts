import { sql } from "kysely";
import { StartupError } from "@/lib/startup-error";
import type { Engine } from "./engine";
import { migrations, versionTable } from "./migrations";

const latest = Math.max(...migrations.map(({ version }) => version));

/**
 * Throws a `StartupError` for a database that is not ours to change: another program's, or one of a newer
 * Tocsin. `version` is what `tocsin_schema` holds.
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
  if (version !== undefined && version > latest) {
    throw new StartupError(
      `The database ${database} was written by a newer Tocsin (schema ${version}, this one knows ${latest}): start that one.`,
    );
  }
}

/** Brings the store's own tables to the latest version, each step in a transaction. */
export async function migrate(engine: Engine): Promise<void> {
  const { db } = engine.authDatabase;
  const isNew = !(await engine.tables(engine.reading)).has(versionTable);
  const from = isNew ? 0 : await versionOf(engine);
  for (const { version, statements } of migrations) {
    if (version <= from) continue;
    await engine.transaction(async ({ connection }) => {
      const done = sql`update ${sql.table(versionTable)} set version = ${version}`;
      for (const statement of [...statements(engine), done.compile(db)]) {
        await connection.run(statement.sql, statement.parameters);
      }
    });
  }
}

async function versionOf({ reading }: Engine): Promise<number> {
  const [row] = await reading.rows(`select version from ${versionTable}`, []);
  return Number(row?.[0] ?? 0);
}
