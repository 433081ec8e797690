import type { Connection } from "@/lib/store/port/engine";
import type { TextEntry, TextIndex } from "@/lib/store/port/text-index";
import { send } from "@/lib/store/statement/send";
import { CachedSample } from "@/lib/store/text/cached-sample";
import { candidatesBy } from "@/lib/store/text/candidates";
import { columnList } from "@/lib/store/text/partial-columns";
import { searchBy } from "@/lib/store/text/search-by";
import { allTrigrams } from "@/lib/store/text/search-sample";
import { candidatesIn } from "./index-candidates";
import { find, sourceOver } from "./text-search";
import { numbersOf } from "./trigram-numbers";

/**
 * Creates the text index by trigrams: each entry stores its trigrams as numbers in an array under a
 * GIN index. PostgreSQL's own text search depends on the server's language or needs an extension;
 * this one finds the same everywhere.
 */
export function textIndexOf(): TextIndex {
  const samples = new CachedSample();
  return {
    ...{ reset, complete, put, remove },
    find: searchBy(samples, find),
    candidates: candidatesBy(samples, sourceOver, candidatesIn),
  };
}

const inProject =
  "create index if not exists tocsin_search_project on tocsin_search (project_id, entry)";

const tables = [
  "drop table if exists tocsin_search",
  'create table tocsin_search (entry bigint generated always as identity primary key, path text collate "C" not null, record_id text collate "C" not null, project_id text collate "C" not null, text text collate "C" not null, names text[] collate "C" not null, trigrams bigint[] not null, partial text collate "C" not null)',
  "create unique index tocsin_search_record on tocsin_search (record_id, path)",
  "create index tocsin_search_partial on tocsin_search (path) where partial <> ''",
  "create index tocsin_search_name on tocsin_search using gin (names)",
  "create index tocsin_search_trigram on tocsin_search using gin (trigrams)",
  inProject,
];

async function reset(connection: Connection): Promise<void> {
  for (const statement of tables) await connection.run(statement, []);
}

async function complete(connection: Connection): Promise<void> {
  await connection.run(inProject, []);
}

async function put(connection: Connection, entry: TextEntry): Promise<void> {
  const { path, id, projectId, text, names, partial } = entry;
  await send(
    connection,
    "insert into tocsin_search (path, record_id, project_id, text, names, trigrams, partial) values ($1, $2, $3, $4, $5, $6, $7)",
    [
      ...[path, id, projectId ?? "", text, names],
      ...[numbersOf(allTrigrams(text)), columnList(partial)],
    ],
  );
}

async function remove(connection: Connection, path: string, id: string): Promise<void> {
  await send(connection, "delete from tocsin_search where record_id = $1 and path = $2", [
    id,
    path,
  ]);
}
