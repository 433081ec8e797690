import type { Hit } from "@/lib/contract/search";
import { visibilityOrNone, within } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { user } from "@/lib/resources/settings/user";
import type { Filter } from "@/lib/schema/filter";
import { type SearchQuery, searchQueryOf } from "@/lib/schema/search-text/search-query";
import { searchedColumns } from "@/lib/schema/search-text/searched-columns";
import type { Found, SearchScope } from "@/lib/store/port/text-index";
import { idIn, readHits } from "./read-hits";
import { inOrder, isFoundFirst, type Ranked } from "./search-order";

/** Search over all resources. */
export interface SearchRequest {
  /** Words, a number, a slug, an e-mail, or an id alone or within a link. */
  readonly text: string;
  readonly projectId?: string | undefined;
  readonly limit: number;
  /** `some`: without a record that has every word, those with some of the words are found. */
  readonly words: "all" | "some";
}

/** Records found by a search. */
export interface SearchResult {
  readonly hits: readonly Hit[];
  /** `some`: no record has every word. */
  readonly words: "all" | "some";
}

/** Number of candidates. Above the limit, so that the newest come first in any insertion order. */
const candidates = 100;
/** Most words that are looked up alone, and the length of the shortest one. */
const mostWordsAlone = 4;
const shortestWordAlone = 3;

/**
 * Returns readable records with every word: exact names first, then open work, then other records,
 * the resolved ones last; the newest first among equals.
 */
export async function searchRecords(context: Context, ask: SearchRequest): Promise<SearchResult> {
  const visibilities = visibilitiesOf(context, ask.projectId);
  const ids = idsIn(ask.text);
  const hits =
    ids.length > 0
      ? await hitsById(context, visibilities, ids)
      : inOrder(await findAll(context, visibilities, ask.text));
  if (hits.length > 0 || ask.words === "all")
    return { hits: hits.slice(0, ask.limit), words: "all" };
  const words = searchQueryOf(ask.text)
    .parts.filter((word) => word.length >= shortestWordAlone)
    .slice(0, mostWordsAlone);
  if (words.length < 2) return { hits, words: "all" };
  const found = await Promise.all(words.map((word) => findAll(context, visibilities, word)));
  return { hits: inOrder(merged(found)).slice(0, ask.limit), words: "some" };
}

/** Returns each record once, with the number of searches that found it. */
function merged(found: readonly (readonly Ranked[])[]): readonly Ranked[] {
  const byId = new Map<string, Ranked>();
  for (const one of found.flat()) {
    const known = byId.get(one.hit._id);
    byId.set(one.hit._id, { ...one, words: (known?.words ?? 0) + 1 });
  }
  return [...byId.values()];
}

async function findAll(
  context: Context,
  visibilities: Visibilities,
  text: string,
): Promise<readonly Ranked[]> {
  const question = searchQueryOf(text);
  if (question.words.length === 0) return [];
  const wanted = new Map<string, string[]>();
  for (const { path, id } of await findIndexed(context, text, scopesOf(visibilities))) {
    wanted.set(path, [...(wanted.get(path) ?? []), id]);
  }
  const hits = await Promise.all(
    [...wanted].map(async ([path, those]) => {
      const visibility = visibilities.get(path);
      return visibility ? await readHits(context, visibility, idIn(those), question) : [];
    }),
  );
  const people = await findPeople(context, visibilities.get(user.path), question);
  return [...hits.flat(), ...people];
}

/**
 * Returns the newest entries with every word. If there are more than candidates, records that need
 * work are looked up by themselves, because newer ones of other kinds may take all places.
 */
async function findIndexed(
  { store }: Context,
  text: string,
  scopes: readonly SearchScope[],
): Promise<readonly Found[]> {
  const found = await store.reader.search({ text, scopes, limit: candidates });
  if (found.length < candidates) return found;
  const urgent = scopes.map((scope) => ({ ...scope, paths: scope.paths.filter(isFoundFirst) }));
  const first = await store.reader.search({ text, scopes: urgent, limit: candidates });
  return [...new Map([...first, ...found].map((one) => [one.id, one])).values()];
}

type Visibilities = ReadonlyMap<string, Visibility>;

function visibilitiesOf(context: Context, projectId: string | undefined): Visibilities {
  const visibilities = new Map<string, Visibility>();
  for (const resource of resources.values()) {
    const visibility = resource.unsearched ? undefined : visibilityOrNone(context, resource);
    const projects = within(visibility?.projects ?? [], projectId);
    if (visibility && projects.length > 0)
      visibilities.set(resource.path, { ...visibility, projects });
  }
  return visibilities;
}

/** Returns the resources grouped by the projects where they may be read. */
function scopesOf(visibilities: Visibilities): SearchScope[] {
  const places = new Map<string, { projects: SearchScope["projects"]; paths: string[] }>();
  for (const [path, { resource, projects }] of visibilities) {
    if (searchedColumns(resource).length === 0) continue;
    const key = projects === "all" ? "all" : [...projects].sort().join();
    const place = places.get(key) ?? { projects, paths: [] };
    place.paths.push(path);
    places.set(key, place);
  }
  return [...places.values()];
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const mostIds = 10;

/** Returns the ids in a text, last first. In a link, earlier ids are of parent records. */
function idsIn(text: string): string[] {
  const all = (text.match(uuids) ?? []).map((id) => id.toLowerCase());
  return [...new Set(all.reverse())].slice(0, mostIds);
}

async function hitsById(
  context: Context,
  visibilities: Visibilities,
  ids: string[],
): Promise<Hit[]> {
  const found = await Promise.all(
    [...visibilities.values()].map((visibility) =>
      readHits(context, visibility, idIn(ids), undefined),
    ),
  );
  const hits = found.flat().map(({ hit }) => hit);
  return hits.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id));
}

/** Users belong to several projects, so they are found by membership and not through the index. */
async function findPeople(
  context: Context,
  visibility: Visibility | undefined,
  question: SearchQuery,
): Promise<Ranked[]> {
  if (!visibility) return [];
  const filters = question.parts.map(
    (value): Filter => ({
      op: "or",
      filters: ["name", "email"].map((column) => ({ op: "contains", column, value })),
    }),
  );
  return readHits(context, visibility, { op: "and", filters }, question, candidates);
}
