import { normalizedNamesIn } from "@/lib/schema/search-text/search-query";
import type { Connection } from "@/lib/store/port/engine";
import type { SearchScope, TextEntry, TextIndex, TextSearch } from "@/lib/store/port/text-index";
import { functions } from "@/lib/store/sqlite/sql/dialect";
import { CachedSample } from "@/lib/store/text/cached-sample";
import { candidatesBy } from "@/lib/store/text/candidates";
import { columnList } from "@/lib/store/text/partial-columns";
import { searchBy, type TextLookup } from "@/lib/store/text/search-by";
import { candidatesIn } from "./index-candidates";
import { isIn, searchIndex, sourceOver } from "./index-search";
import { holdsWords, indexedText } from "./trigrams";

/**
 * Creates the text index on FTS5 with trigrams. Adding one record per transaction would cost more
 * than storing it, so new entries are pending in `tocsin_search` and are indexed in batches of 128.
 * A search also scans the pending entries. Deleted entries leave in batches, too: FTS5 still
 * returns them, but `tocsin_search` no longer holds them.
 */
export function textIndexOf(): TextIndex {
  const samples = new CachedSample();
  return {
    ...{ reset, complete, put, remove },
    find: searchBy(samples, find),
    candidates: candidatesBy(samples, sourceOver, candidatesIn),
  };
}

const mostWaiting = 128;

/**
 * Deleted entries still in the index. The table stays small, so no query plan depends on its size.
 */
export const goneTable = "tocsin_search_gone";
const makeGoneTable = `create table if not exists ${goneTable} (entry integer primary key)`;

/**
 * A deleted entry stays in FTS5 until a merge with new entries. By default FTS5 merges within the
 * commit once a tenth is deleted, all in one step: 1.4 s after 40,000 deletions.
 */
const leaveDeleted =
  "insert into tocsin_search_text (tocsin_search_text, rank) values ('deletemerge', 0)";

const tables = [
  "drop table if exists tocsin_search",
  "drop table if exists tocsin_search_name",
  "drop table if exists tocsin_search_text",
  "drop table if exists tocsin_search_done",
  "drop table if exists tocsin_search_gone",
  "create table tocsin_search (entry integer primary key autoincrement, path text not null, record_id text not null, project_id text not null, text text not null, partial text not null)",
  "create unique index tocsin_search_record on tocsin_search (record_id, path)",
  "create index tocsin_search_partial on tocsin_search (path, partial, record_id) where partial <> ''",
  "create table tocsin_search_name (name text not null, project_id text not null, entry integer not null, primary key (name, project_id, entry)) without rowid",
  "create virtual table tocsin_search_text using fts5(text, content = '', contentless_delete = 1, detail = none, tokenize = \"trigram case_sensitive 1\")",
  leaveDeleted,
  "create table tocsin_search_done (entry integer not null)",
  "insert into tocsin_search_done (entry) values (0)",
  makeGoneTable,
];

async function reset(connection: Connection): Promise<void> {
  for (const statement of tables) await connection.run(statement, []);
}

/**
 * Adds the table of deleted entries to files of earlier versions. If an earlier version was
 * reinstalled, it may have refilled the index without this table: its numbers then belong to other
 * entries, or will. This is no migration, which tells other processes to stop writing: a file has
 * none.
 */
async function complete(connection: Connection): Promise<void> {
  await connection.run(leaveDeleted, []);
  await connection.run(makeGoneTable, []);
  await connection.run(
    "delete from tocsin_search_gone where entry in (select entry from tocsin_search) or entry > (select entry from tocsin_search_done)",
    [],
  );
}

async function put(connection: Connection, entry: TextEntry): Promise<void> {
  const { path, id, projectId, text, names, partial } = entry;
  const [made] = await connection.rows(
    "insert into tocsin_search (path, record_id, project_id, text, partial) values (?, ?, ?, ?, ?) returning entry, entry - (select entry from tocsin_search_done)",
    [path, id, projectId ?? "", text, columnList(partial)],
  );
  const lines = names.map(() => "(?, ?, ?)").join(", ");
  if (names.length > 0) {
    await connection.run(
      `insert into tocsin_search_name (name, project_id, entry) values ${lines}`,
      names.flatMap((name) => [name, projectId ?? "", made?.[0]]),
    );
  }
  if (Number(made?.[1]) >= mostWaiting) await takeIn(connection);
}

/** Moves pending entries into the index. */
async function takeIn(connection: Connection): Promise<void> {
  const waiting = await connection.rows(
    "select entry, path, project_id, text from tocsin_search where entry > (select entry from tocsin_search_done) order by entry",
    [],
  );
  for (const [entry, path, project, text] of waiting) {
    await connection.run("insert into tocsin_search_text (rowid, text) values (?, ?)", [
      entry,
      indexedText(String(path), String(project), String(text)),
    ]);
  }
  await connection.run("update tocsin_search_done set entry = ?", [waiting.at(-1)?.[0]]);
}

async function remove(connection: Connection, path: string, id: string): Promise<void> {
  const [left] = await connection.rows(
    "delete from tocsin_search where record_id = ? and path = ? returning entry, project_id, text, entry <= (select entry from tocsin_search_done)",
    [id, path],
  );
  if (!left) return;
  const [entry, project, text, isIn] = left;
  const names = normalizedNamesIn(String(text));
  const params = names.map(() => "?").join(", ");
  await connection.run(
    `delete from tocsin_search_name where entry = ? and project_id = ? and name in (${params})`,
    [entry, project, ...names],
  );
  if (isIn !== 1) return;
  const [gone] = await connection.rows(
    "insert into tocsin_search_gone (entry) values (?) returning (select count(*) from tocsin_search_gone)",
    [entry],
  );
  if (Number(gone?.[0]) >= mostWaiting) await takeOut(connection);
}

/** Removes deleted entries from the index. */
async function takeOut(connection: Connection): Promise<void> {
  await connection.run(
    "delete from tocsin_search_text where rowid in (select entry from tocsin_search_gone)",
    [],
  );
  await connection.run("delete from tocsin_search_gone", []);
}

async function find({ samples, connection, query, search }: TextLookup): Promise<unknown[][]> {
  const { words, parts, names } = query;
  const { scopes, limit } = search;
  const found: unknown[][] = [];
  for (const place of scopes) found.push(...(await named(connection, names, place, limit)));
  const waiting = (await waitingOf(connection, words, parts, search)).slice(0, limit);
  found.push(...waiting);
  const left = limit - waiting.length;
  if (left === 0) return found;
  return [...found, ...(await searchIndex(samples, connection, query, { ...search, limit: left }))];
}

/** Returns the entries with one of the names, newest first. */
function named(
  connection: Connection,
  names: readonly string[],
  { projects, paths }: SearchScope,
  limit: number,
): Promise<unknown[][]> {
  const inProjects =
    projects === "all" ? "" : "and n.project_id in (select value from json_each(?))";
  return connection.rows(
    `select e.entry, e.path, e.record_id from tocsin_search_name as n join tocsin_search as e on e.entry = n.entry where n.name in (select value from json_each(?)) ${inProjects} and ${functions.inTime}() and e.path in (select value from json_each(?)) order by n.entry desc limit ?`,
    [
      JSON.stringify(names),
      ...(projects === "all" ? [] : [JSON.stringify(projects)]),
      JSON.stringify(paths),
      limit,
    ],
    true,
  );
}

/** Returns the pending entries that hold every part, newest first. */
async function waitingOf(
  connection: Connection,
  words: readonly string[],
  parts: readonly string[],
  { scopes }: TextSearch,
): Promise<unknown[][]> {
  const waiting = await connection.rows(
    "select entry, path, record_id, project_id, text from tocsin_search where entry > (select entry from tocsin_search_done) order by entry desc",
    [],
  );
  return waiting.filter(
    ([, path, , project, text]) =>
      parts.every((part) => String(text).includes(part)) &&
      holdsWords(String(text), words) &&
      isIn(scopes, String(path), String(project)),
  );
}
