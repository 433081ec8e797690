import type { SearchQuery } from "@/lib/schema/search-text/search-query";
import type { Connection } from "@/lib/store/port/engine";
import type { SearchScope, TextSearch } from "@/lib/store/port/text-index";
import { functions } from "@/lib/store/sqlite/sql/dialect";
import type { CachedSample, SampleSource } from "@/lib/store/text/cached-sample";
import { trigramsOf } from "@/lib/store/text/marked-words";
import { sampleSource } from "@/lib/store/text/sample-source";
import { holdsWords, matchOf } from "./trigrams";

/**
 * Numbers of candidates by the rarest trigrams that are checked, in this order, before all trigrams
 * are queried.
 */
const pages = [256, 1_024] as const;

/**
 * Returns index entries that hold all words within one of the scopes, newest first. FTS5 reads the
 * lists of all queried trigrams in parallel, and those of frequent trigrams grow with the records.
 * So a few rare trigrams supply candidates, whose texts are checked as long as they are few.
 */
export async function searchIndex(
  kept: CachedSample,
  connection: Connection,
  { words, parts, names }: SearchQuery,
  { scopes, limit }: TextSearch,
): Promise<unknown[][]> {
  const trigrams = [...new Set(words.flatMap(trigramsOf))];
  const { sample } = await kept.of(sourceOver(connection));
  const { rarest, scopesHelp: placesHelp } = sample.likelihood({ trigrams, names, scopes });
  const look = { connection, words, parts, places: scopes };
  const found: unknown[][] = [];
  const narrow = matchOf(rarest, placesHelp ? scopes : []);
  let below = Number.MAX_SAFE_INTEGER;
  for (const most of pages) {
    const entries = await entriesOf(connection, narrow, below, most);
    found.push(...(await looked(look, entries)));
    if (entries.length < most || found.length >= limit) return found.slice(0, limit);
    below = entries.at(-1) ?? 0;
  }
  const left = limit - found.length;
  return [...found, ...(await withAll(look, matchOf(trigrams, scopes), below, left))];
}

/** Returns entries below `below` that have all trigrams, within the query deadline. */
function withAll(
  { connection, parts }: Look,
  match: string,
  below: number,
  limit: number,
): Promise<unknown[][]> {
  const holds = parts.map(() => "instr(e.text, ?) > 0").join(" and ");
  return connection.rows(
    `select e.entry, e.path, e.record_id from tocsin_search_text as f join tocsin_search as e on e.entry = f.rowid where tocsin_search_text match ? and f.rowid < ? and ${functions.inTime}() and ${holds} order by f.rowid desc limit ?`,
    [match, below, ...parts, limit],
    true,
  );
}

/** Returns the numbers of matching entries below `below`. */
async function entriesOf(
  connection: Connection,
  match: string,
  below: number,
  most: number,
): Promise<number[]> {
  const rows = await connection.rows(
    `select rowid from tocsin_search_text where tocsin_search_text match ? and rowid < ? and ${functions.inTime}() order by rowid desc limit ?`,
    [match, below, most],
    true,
  );
  return rows.map(([entry]) => Number(entry));
}

interface Look {
  readonly connection: Connection;
  readonly words: readonly string[];
  readonly parts: readonly string[];
  readonly places: readonly SearchScope[];
}

/** Returns the entries that hold all words within one of the scopes. */
async function looked(
  { connection, words, parts, places: scopes }: Look,
  entries: readonly number[],
): Promise<unknown[][]> {
  if (entries.length === 0) return [];
  const holds = parts.map(() => "and instr(e.text, ?) > 0").join(" ");
  const rows = await connection.rows(
    `select e.entry, e.path, e.record_id, e.project_id, e.text from tocsin_search as e where e.entry in (select value from json_each(?)) ${holds} order by e.entry desc`,
    [JSON.stringify(entries), ...parts],
  );
  return rows.filter(
    ([, path, , project, text]) =>
      isIn(scopes, String(path), String(project)) && holdsWords(String(text), words),
  );
}

/** Returns whether an entry is within one of the scopes. */
export function isIn(scopes: readonly SearchScope[], path: string, project: string): boolean {
  return scopes.some(
    ({ paths, projects }) =>
      paths.includes(path) && (projects === "all" || projects.includes(project)),
  );
}

/** Returns the source of samples of the index. */
export function sourceOver(connection: Connection): SampleSource {
  return sampleSource(connection, (numbers) => [
    "select path, project_id, text from tocsin_search where entry in (select value from json_each(?))",
    JSON.stringify(numbers),
  ]);
}
