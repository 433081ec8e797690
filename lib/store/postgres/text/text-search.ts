import { searchQueryOf } from "@/lib/schema/search-text/search-query";
import type { Connection } from "@/lib/store/port/engine";
import type { Found, SearchScope, TextSearch } from "@/lib/store/port/store";
import type { CachedSample, SampleSource } from "@/lib/store/text/cached-sample";
import { trigramsOf } from "@/lib/store/text/marked-words";
import { sampleSource } from "@/lib/store/text/sample-source";
import { numbersOf } from "./trigram-numbers";

/**
 * Entries that hold every word asked for: those named exactly first, then the newest. A GIN index answers all that match
 * and in no order, so what is frequent is met on a walk through the newest entries instead. Which way is shorter a sample
 * tells; both find the same. Left to itself, the server would choose by the average of all questions.
 */
export async function find(
  kept: CachedSample,
  connection: Connection,
  { text, scopes: all, limit }: TextSearch,
): Promise<readonly Found[]> {
  const { words, parts, names } = searchQueryOf(text);
  const scopes = all.filter(({ projects, paths }) => projects.length * paths.length > 0);
  if (words.length === 0 || scopes.length === 0) return [];
  const trigrams = [...new Set(words.flatMap(trigramsOf))];
  const { sample, total } = await kept.of(sourceOver(connection));
  const likely = sample.likelihood({ trigrams, names, scopes });
  const projectIds = projectIdsOf(scopes);
  const walked = projectIds.length === 0 ? 1 : likely.inScopes;
  const common = { connection, places: scopes, limit, reach: projectIds, walkable: total * walked };
  const named = await lookFor({
    ...common,
    share: likely.named / (walked || 1),
    indexed: total * likely.named,
    byIndex: (next) => `names && ${next(names, "text[]")}`,
  });
  const worded = await lookFor({
    ...common,
    share: likely.matches / (walked || 1),
    indexed: total * likely.hasRarest,
    byIndex: (next) => `trigrams @> ${next(numbersOf(likely.rarest), "bigint[]")}`,
    // Out of the index's reach, which would read the lists of all trigrams.
    byText: (next) => [
      ...parts.map((part) => `strpos(text, ${next(part, "text")}) > 0`),
      `(trigrams || '{}'::bigint[]) @> ${next(numbersOf(trigrams), "bigint[]")}`,
    ],
  });
  const found = new Map<number, Found>();
  for (const [entry, path, id] of [...named, ...worded]) {
    found.set(Number(entry), { path: String(path), id: String(id) });
  }
  return [...found.values()];
}

const mostProjects = 16;

/** The projects whose newest entries are walked through; none where it is shorter to walk through those of all. */
function projectIdsOf(scopes: readonly SearchScope[]): readonly string[] {
  const projectIds = new Set<string>();
  for (const { projects } of scopes) {
    if (projects === "all") return [];
    for (const project of projects) projectIds.add(project);
  }
  return projectIds.size > mostProjects ? [] : [...projectIds];
}

/** Takes a value in and answers how the statement names it. */
type Next = (value: unknown, type: string) => string;

/** What is looked for, and what a sample says of it. */
interface Look {
  readonly connection: Connection;
  readonly places: readonly SearchScope[];
  readonly limit: number;
  readonly reach: readonly string[];
  /** About how many entries a walk can meet, and which share of them match. */
  readonly walkable: number;
  readonly share: number;
  /** About how many entries the index leads to. */
  readonly indexed: number;
  readonly byIndex: (next: Next) => string;
  /** What a match must hold besides; absent where the index says it all. */
  readonly byText?: (next: Next) => readonly string[];
}

/** So many entries are walked through sooner than an index is asked. */
const leastWalked = 1_000;
/** One that an index leads to costs as much as so many on a walk, which lie side by side. */
const costOfIndexed = 3;
/** A walk goes so many times as far as it should have to. */
const patience = 3;

/** The newest that match, in order. */
async function lookFor(look: Look): Promise<unknown[][]> {
  const { walkable, share, limit, indexed } = look;
  const needed = share > 0 ? Math.min(walkable, limit / share) : walkable;
  if (needed <= Math.max(leastWalked, indexed * costOfIndexed)) {
    const most = 2 ** Math.ceil(Math.log2(needed * patience + leastWalked));
    const found = await walk(look, most);
    if (found.length >= limit || !(await hasMore(look, most))) return found;
  }
  return await ask(look.connection, (next) => {
    const where = [look.byIndex(next), ...(look.byText?.(next) ?? []), inScopes(look.places, next)];
    const found = `select entry, path, record_id from tocsin_search where ${where.join(" and ")}`;
    return `with found as materialized (${found}) select * from found order by entry desc limit ${limit}`;
  });
}

/** Those among so many of the newest, of each project of the reach, that match. */
function walk(look: Look, most: number): Promise<unknown[][]> {
  return ask(look.connection, (next) => {
    const each = newest(look, "*", next).map(({ entries, order }) => {
      const where = [...(look.byText?.(next) ?? [look.byIndex(next)]), inScopes(look.places, next)];
      return `(select entry, path, record_id from (${entries} limit ${most}) as newest where ${where.join(" and ")} order by ${order} limit ${look.limit})`;
    });
    return `select * from (${each.join(" union all ")}) as every order by entry desc limit ${look.limit}`;
  });
}

async function hasMore(look: Look, most: number): Promise<boolean> {
  const rows = await ask(look.connection, (next) => {
    const each = newest(look, "entry", next);
    return each.map(({ entries }) => `(${entries} offset ${most} limit 1)`).join(" union all ");
  });
  return rows.length > 0;
}

/**
 * The newest entries, of each project of the reach by itself. Said as a range and in this order, a project is met in its
 * own index only; said otherwise, the server may look for a small one among the entries of all.
 */
function newest({ reach: projectIds }: Look, columns: string, next: Next) {
  const from = `select ${columns} from tocsin_search`;
  if (projectIds.length === 0) {
    return [{ entries: `${from} order by entry desc`, order: "entry desc" }];
  }
  const order = "project_id desc, entry desc";
  return projectIds.map((project) => {
    const id = next(project, "text");
    return { entries: `${from} where project_id between ${id} and ${id} order by ${order}`, order };
  });
}

function inScopes(scopes: readonly SearchScope[], next: Next): string {
  const each = scopes.map(({ projects, paths }) => {
    const inPaths = `path = any(${next(paths, "text[]")})`;
    if (projects === "all") return inPaths;
    return `(${inPaths} and project_id = any(${next(projects, "text[]")}))`;
  });
  return `(${each.join(" or ")})`;
}

function ask(connection: Connection, statement: (next: Next) => string): Promise<unknown[][]> {
  const values: unknown[] = [];
  const text = statement((value, type) => `$${values.push(value)}::${type}`);
  return connection.rows(text, values, true);
}

function sourceOver(connection: Connection): SampleSource {
  return sampleSource(connection, (numbers) => [
    "select path, project_id, text from tocsin_search where entry = any($1::bigint[])",
    numbers,
  ]);
}
