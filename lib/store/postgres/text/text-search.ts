import type { Connection } from "@/lib/store/port/engine";
import type { SearchScope } from "@/lib/store/port/text-index";
import type { SampleSource } from "@/lib/store/text/cached-sample";
import { trigramsOf } from "@/lib/store/text/marked-words";
import { sampleSource } from "@/lib/store/text/sample-source";
import type { TextLookup } from "@/lib/store/text/search-by";
import { numbersOf } from "./trigram-numbers";

/**
 * Returns entries that hold every word of the query: exact names first, then the newest. A GIN
 * index returns all matches without order, so frequent words are found by scanning the newest
 * entries instead. A sample tells which way is shorter; both find the same. The server itself would
 * choose by the average of all queries.
 */
export async function find({
  samples,
  connection,
  query,
  search,
}: TextLookup): Promise<unknown[][]> {
  const { words, parts, names } = query;
  const { scopes, limit } = search;
  const trigrams = [...new Set(words.flatMap(trigramsOf))];
  const { sample, total } = await samples.of(sourceOver(connection));
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
    // Hidden from the planner, which would read the index lists of all trigrams.
    byText: (next) => [
      ...parts.map((part) => `strpos(text, ${next(part, "text")}) > 0`),
      `(trigrams || '{}'::bigint[]) @> ${next(numbersOf(trigrams), "bigint[]")}`,
    ],
  });
  return [...named, ...worded];
}

const mostProjects = 16;

/**
 * Returns the projects whose newest entries are scanned; none when scanning all entries is shorter.
 */
function projectIdsOf(scopes: readonly SearchScope[]): readonly string[] {
  const projectIds = new Set<string>();
  for (const { projects } of scopes) {
    if (projects === "all") return [];
    for (const project of projects) projectIds.add(project);
  }
  return projectIds.size > mostProjects ? [] : [...projectIds];
}

/** Adds a value and returns its name in the statement. */
type Next = (value: unknown, type: string) => string;

/** A lookup and its estimates from a sample. */
interface Look {
  readonly connection: Connection;
  readonly places: readonly SearchScope[];
  readonly limit: number;
  readonly reach: readonly string[];
  /** Estimated number of entries in the scan, and the share that matches. */
  readonly walkable: number;
  readonly share: number;
  /** Estimated number of entries that the index returns. */
  readonly indexed: number;
  readonly byIndex: (next: Next) => string;
  /** Further conditions of a match; absent when the index covers all. */
  readonly byText?: (next: Next) => readonly string[];
}

/** Number of entries that are scanned rather than looked up in an index. */
const leastWalked = 1_000;
/** Cost of an entry from the index, in scanned entries, which are adjacent on disk. */
const costOfIndexed = 3;
/** Factor by which a scan may exceed its estimated length. */
const patience = 3;

/** Returns the newest matches, in order. */
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

/** Returns the matches among the newest `most` entries of each project. */
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
 * Returns the queries for the newest entries of each project. As a range in this order, a project
 * is read from its own index only; otherwise the server may search for a small project among all
 * entries.
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

/** Returns the source of samples of the index. */
export function sourceOver(connection: Connection): SampleSource {
  return sampleSource(connection, (numbers) => [
    "select path, project_id, text from tocsin_search where entry = any($1::bigint[])",
    numbers,
  ]);
}
