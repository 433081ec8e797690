import { type CompiledQuery, sql } from "kysely";
import { countTable } from "@/lib/store/counts/counts";
import type { Dialect } from "@/lib/store/port/engine";
import { contentTable } from "@/lib/store/system-tables/content";
import { answerStatements } from "./answer-statements";
import { jobStatements } from "./job-statements";
import { numberingStatements } from "./numbering-statements";
import { periodStatements } from "./period-statements";

/** A migration of the system tables. Released migrations are never changed; new ones are added. */
export interface Migration {
  readonly version: number;
  /** Returns the statements of the migration, in order. */
  readonly statements: (dialect: Dialect) => readonly CompiledQuery[];
}

/** Table with the version of the system tables. */
export const versionTable = "tocsin_schema";

/** Migrations of the system tables, in order. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: ({ builder: db, storage, clustered }) => {
      const create = (name: string) => db.schema.createTable(name);
      const text = sql.raw(storage.text.sql);
      const tables = [
        create(versionTable).addColumn("version", "integer", (column) => column.notNull()),
        create("tocsin_setting")
          .addColumn("name", text, (column) => column.primaryKey().notNull())
          .addColumn("value", text, (column) => column.notNull()),
        create("tocsin_counter")
          .addColumn("name", text, (column) => column.primaryKey().notNull())
          .addColumn("value", "bigint", (column) => column.notNull()),
        create("tocsin_kept_answer")
          .addColumn("caller", text, (column) => column.notNull())
          .addColumn("path", text, (column) => column.notNull())
          .addColumn("key", text, (column) => column.notNull())
          .addColumn("body_hash", text, (column) => column.notNull())
          .addColumn("record_id", text, (column) => column.notNull())
          .addColumn("answer", text)
          .addColumn("kept_at", text, (column) => column.notNull())
          .addPrimaryKeyConstraint("tocsin_kept_answer_key", ["caller", "path", "key"]),
        clustered(
          create(countTable)
            .addColumn("resource", text, (column) => column.notNull())
            .addColumn("column_name", text, (column) => column.notNull())
            .addColumn("value", text, (column) => column.notNull())
            .addColumn("project_id", text, (column) => column.notNull())
            .addColumn("amount", "bigint", (column) => column.notNull())
            .addPrimaryKeyConstraint("tocsin_record_count_key", [
              "resource",
              "column_name",
              "value",
              "project_id",
            ]),
        ),
      ];
      return [
        ...tables.map((table) => table.compile()),
        db.schema
          .createIndex("tocsin_kept_answer_kept_at")
          .on("tocsin_kept_answer")
          .column("kept_at")
          .compile(),
        sql`insert into ${sql.table(versionTable)} (version) values (0)`.compile(db),
      ];
    },
  },
  {
    version: 2,
    statements: ({ builder: db, storage, bytes }) => [
      db.schema
        .createTable(contentTable)
        .addColumn("record_id", sql.raw(storage.text.sql), (column) => column.notNull())
        .addColumn("place", "integer", (column) => column.notNull())
        .addColumn("bytes", sql.raw(bytes), (column) => column.notNull())
        .addPrimaryKeyConstraint("tocsin_content_key", ["record_id", "place"])
        .compile(),
    ],
  },
  {
    version: 3,
    // Finds the ids that one project refers to without a scan of all others. Counters at zero were
    // once kept.
    statements: ({ builder: db }) => [
      sql`delete from ${sql.table(countTable)} where amount = 0`.compile(db),
      db.schema
        .createIndex("tocsin_record_count_project")
        .on(countTable)
        .columns(["project_id", "resource", "column_name", "value"])
        .compile(),
    ],
  },
  {
    version: 4,
    // Counters of pairs came without a version, so processes that do not know them may have
    // written.
    statements: ({ builder: db }) => [
      sql`delete from tocsin_setting where name like 'counters of %' and value like '% %'`.compile(
        db,
      ),
    ],
  },
  {
    version: 5,
    // Memberships have a state: processes that do not know it would treat pending ones as rights.
    statements: () => [],
  },
  {
    version: 6,
    // Processes that do not know deletions in progress would show the records of these projects.
    statements: () => [],
  },
  {
    version: 7,
    // The search index holds descriptions and custom fields: older processes would omit them.
    statements: () => [],
  },
  {
    version: 8,
    // Jobs. The removal of a project is one: removals in progress become jobs that are due.
    statements: jobStatements,
  },
  {
    version: 9,
    // Kinds that complete the eighteen: processes that do not know them would keep their records
    // when the record that they belong to is deleted.
    statements: () => [],
  },
  {
    version: 10,
    // Filters look parts of texts up in the search index: older processes would not note in it which
    // texts are too long for that.
    statements: () => [],
  },
  {
    version: 11,
    // Keys have a dialect: older processes would answer them all in the plain form.
    statements: () => [],
  },
  {
    version: 12,
    // Events packed by week. `rebuildPeriods` fills the table; older processes would not keep it.
    statements: periodStatements,
  },
  {
    version: 13,
    // Parts of status pages: older processes would keep them when their page is deleted.
    statements: () => [],
  },
  {
    version: 14,
    // Feeds and the states of episodes: processes that do not know them would write none. Durations of
    // incidents and alerts, which `rebuildDurations` fills: older processes would not keep them.
    statements: () => [],
  },
  {
    version: 15,
    // Time zones of projects: older processes would not keep their lower-case copies. They would also
    // let visitors of status pages in without a trace in the access log.
    statements: () => [],
  },
  {
    version: 16,
    // `rebuildRemovals` fills `removedFrom` in the log, which older processes would not write.
    statements: () => [],
  },
  {
    version: 17,
    // PostgreSQL numbers the change log after commits. Older processes would number it before.
    statements: numberingStatements,
  },
  {
    version: 18,
    // Stored replies name the type of their caller. Older processes would look for the id alone.
    statements: answerStatements,
  },
];

/**
 * Schema version of this Tocsin. It also rises when only data beside the records changes, so that
 * processes of an older version stop writing.
 */
export const latestVersion = Math.max(...migrations.map(({ version }) => version));
