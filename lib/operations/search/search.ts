import type { Hit } from "@/lib/contract/search";
import { both, visibilityOrNone, within } from "@/lib/operations/access/visibility";
import { labelledBy, labelsOfRows } from "@/lib/operations/record/labels";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { resourceAt, resources } from "@/lib/resources";
import { user } from "@/lib/resources/settings/user";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { flagsOf, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Row } from "@/lib/schema/row";
import { type SearchQuery, searchQueryOf } from "@/lib/schema/search-text/search-query";
import { searchedColumns } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";
import type { SearchScope } from "@/lib/store/port/text-index";
import { byId, matchable, matchIn } from "./search-match";

/** Search over all resources. */
export interface SearchRequest {
  /** Words, a number, a slug, an e-mail, or an id alone or within a link. */
  readonly text: string;
  readonly projectId?: string | undefined;
  readonly limit: number;
}

/** Number of candidates. Above the limit, so that the newest come first in any insertion order. */
const candidates = 100;

/** Returns readable records with every word: exact names first, then unresolved, then newest. */
export async function searchRecords(context: Context, ask: SearchRequest): Promise<readonly Hit[]> {
  const visibilities = visibilitiesOf(context, ask.projectId);
  const ids = idsIn(ask.text);
  if (ids.length > 0) return (await hitsById(context, visibilities, ids)).slice(0, ask.limit);
  const question = searchQueryOf(ask.text);
  if (question.words.length === 0) return [];
  const found = await context.store.reader.search({
    text: ask.text,
    scopes: scopesOf(visibilities),
    limit: candidates,
  });
  const wanted = new Map<string, string[]>();
  for (const { path, id } of found) wanted.set(path, [...(wanted.get(path) ?? []), id]);
  const hits = await Promise.all(
    [...wanted].map(async ([path, those]) => {
      const visibility = visibilities.get(path);
      return visibility ? await readHits(context, visibility, idIn(those), question) : [];
    }),
  );
  const people = await findPeople(context, visibilities.get(user.path), question);
  return inOrder([...hits.flat(), ...people]).slice(0, ask.limit);
}

interface Ranked {
  readonly hit: Hit;
  readonly isExact: boolean;
  readonly isOver: boolean;
}

function inOrder(ranked: readonly Ranked[]): Hit[] {
  const key = ({ hit, isExact, isOver }: Ranked) =>
    `${isExact ? 1 : 0} ${isOver ? 0 : 1} ${hit.createdAt} ${hit._id}`;
  return ranked
    .map((one) => ({ key: key(one), hit: one.hit }))
    .sort((one, other) => (one.key < other.key ? 1 : -1))
    .map(({ hit }) => hit);
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
const mostIds = 4;

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

function idIn(ids: readonly string[]): Filter {
  return { op: "in", column: "_id", values: ids };
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

async function readHits(
  context: Context,
  { resource, projects, filter }: Visibility,
  wanted: Filter,
  question: SearchQuery | undefined,
  limit?: number,
): Promise<Ranked[]> {
  const searched = matchable(resource);
  const state = stateColumn(resource);
  const columns = [
    ...[...labelledBy(resource), "createdAt", ...searched.map(({ name }) => name)],
    ...(state ? [state.name] : []),
  ];
  const rows = await context.store.reader.find(resource, {
    projects,
    filter: both(filter, wanted) ?? wanted,
    columns: [...new Set(columns)],
    ...(limit !== undefined && { limit }),
  });
  const labels = await labelsOfRows(context, resource, rows);
  const over = state ? await statesThatEnd(context, projects, state, rows) : none;
  return rows.map((row) => {
    const match = question ? matchIn(row, searched, question) : byId;
    const id = String(row._id);
    const [projectId, createdAt] = [textIn(row.projectId), textIn(row.createdAt)];
    const label = labels.get(id) ?? { label: "" };
    const hit = { resource: resource.path, _id: id, ...label, projectId, createdAt };
    const { as: matched, isExact, excerpt } = match;
    const isOver = over.has(String(row[state?.name ?? ""]));
    return { hit: { ...hit, matched, ...(excerpt && { excerpt }) }, isExact, isOver };
  });
}

const none: ReadonlySet<string> = new Set();

/** Returns the resolved states of these records, if the caller may read states. */
async function statesThatEnd(
  context: Context,
  projects: Projects,
  { name, field }: Column,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const states = resourceAt(field.to ?? "");
  const ids = [...new Set(rows.map((row) => String(row[name])))];
  if (!states || ids.length === 0 || !visibilityOrNone(context, states)) return none;
  const { resolved: column } = flagsOf(states);
  const filter: Filter = { op: "and", filters: [idIn(ids), { op: "eq", column, value: true }] };
  const found = await context.store.reader.find(states, { projects, filter, columns: ["_id"] });
  return new Set(found.map(({ _id }) => String(_id)));
}

function textIn(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
