import { questionOf } from "@/lib/schema/search-question";
import type { Connection, TextEntry, TextIndex } from "@/lib/store/engine";
import { markedText, trigramsOf } from "@/lib/store/marked-words";
import type { Found, TextPlace, TextSearch } from "@/lib/store/store";

/**
 * Texts by trigrams: each entry keeps those it holds as numbers in an array under a GIN index. PostgreSQL's own kinds of
 * text search follow the language of the server or take an extension; this finds the same everywhere.
 */
export const textIndex: TextIndex = { reset, put, remove, find };

const tables = [
  "drop table if exists tocsin_search",
  'create table tocsin_search (entry bigint generated always as identity primary key, path text collate "C" not null, record_id text collate "C" not null, project_id text collate "C" not null, text text collate "C" not null, names text[] collate "C" not null, trigrams bigint[] not null)',
  "create unique index tocsin_search_record on tocsin_search (record_id, path)",
  "create index tocsin_search_name on tocsin_search using gin (names)",
  "create index tocsin_search_trigram on tocsin_search using gin (trigrams)",
];

async function reset(connection: Connection): Promise<void> {
  for (const statement of tables) await connection.run(statement, []);
}

async function put(connection: Connection, entry: TextEntry): Promise<void> {
  const { path, id, projectId, text, names } = entry;
  await connection.run(
    "insert into tocsin_search (path, record_id, project_id, text, names, trigrams) values ($1, $2, $3, $4, $5, $6)",
    [path, id, projectId ?? "", text, names, trigramsIn(markedText(text))],
  );
}

async function remove(connection: Connection, path: string, id: string): Promise<void> {
  await connection.run("delete from tocsin_search where record_id = $1 and path = $2", [id, path]);
}

async function find(connection: Connection, search: TextSearch): Promise<readonly Found[]> {
  const { words, parts, names } = questionOf(search.text);
  const places = search.places.filter(({ projects, paths }) => projects.length * paths.length > 0);
  if (words.length === 0 || places.length === 0) return [];
  const found = new Map<number, Found>();
  const ask = async (condition: (next: Next) => string) => {
    const values: unknown[] = [];
    const next: Next = (value, type) => `$${values.push(value)}::${type}`;
    const where = [condition(next), inPlaces(places, next)].join(" and ");
    const text = `select entry, path, record_id from tocsin_search where ${where} order by entry desc limit ${Number(search.limit)}`;
    for (const [entry, path, id] of await connection.rows(text, values, true)) {
      found.set(Number(entry), { path: String(path), id: String(id) });
    }
  };
  await ask((next) => `names && ${next(names, "text[]")}`);
  await ask((next) => {
    const holds = parts.map((part) => `strpos(text, ${next(part, "text")}) > 0`);
    const wanted = next([...new Set(words.flatMap(trigramsOf).map(numberOf))], "bigint[]");
    return [`trigrams @> ${wanted}`, ...holds].join(" and ");
  });
  return [...found.values()];
}

/** Takes a value in and answers how the statement names it. */
type Next = (value: unknown, type: string) => string;

function inPlaces(places: readonly TextPlace[], next: Next): string {
  const each = places.map(({ projects, paths }) => {
    const inPaths = `path = any(${next(paths, "text[]")})`;
    if (projects === "all") return inPaths;
    return `(${inPaths} and project_id = any(${next(projects, "text[]")}))`;
  });
  return `(${each.join(" or ")})`;
}

function trigramsIn(text: string): string[] {
  const signs = [...text];
  const all = signs.slice(2).map((third, place) => `${signs[place]}${signs[place + 1]}${third}`);
  return [...new Set(all.map(numberOf))];
}

/** Three code points of 21 bits each in one number of 63. */
function numberOf(trigram: string): string {
  const points = [...trigram].map((sign) => BigInt(sign.codePointAt(0) ?? 0));
  return points.reduce((number, point) => (number << 21n) | point, 0n).toString();
}
