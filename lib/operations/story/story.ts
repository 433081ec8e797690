import {
  mostEntries,
  type StoryKind,
  type StoryQuery,
  type StoryRead,
} from "@/lib/contract/records/story";
import { AppError } from "@/lib/errors";
import { both, visibilityOf } from "@/lib/operations/access/visibility";
import { withinTimeLimit } from "@/lib/operations/integrity/time-limit";
import { notFound } from "@/lib/operations/rows/read-record";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import type { Filter } from "@/lib/schema/filter";
import { fullSelection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";
import { withActors } from "./actors";
import { glanceOf } from "./glance";
import { sourcesOf } from "./sources";
import { startOf, storyCursor } from "./story-cursor";
import { storyLabels } from "./story-labels";
import { mergedPage, type StoryPage, type StoryPortion, type StorySource } from "./story-page";
import { storyRecord } from "./story-record";

/** Most bytes of the record's long values together. */
const mostOfRecord = 1_000_000;

/**
 * Returns a page of the story of a record with a lifecycle. Entries that the caller may not read
 * are neither shown nor counted. Throws 403, 404 like a get, and 400 for a wrong cursor.
 */
export async function storyOf(
  context: Context,
  resource: Resource,
  id: string,
  query: StoryQuery,
): Promise<StoryRead> {
  const { lifecycle } = resource;
  if (!lifecycle) throw new AppError("not_found", `${resource.plural} have no story.`);
  const { record, version, isCut } = await readRecord(context, resource, id);
  const of = await storyRecord(context, resource, lifecycle, record);
  const start = startOf(query);
  const page: StoryPage = {
    ...{ order: query.order, limit: query.limit ?? mostEntries },
    ...(start && { after: start }),
  };
  const isWanted = ({ kind }: StorySource) => query.kinds?.includes(kind) ?? true;
  const sources = (await sourcesOf(of)).filter(isWanted);
  const { portions, incomplete } = await readAll(sources, page);
  const { drafts, next } = mergedPage(portions, page);
  const entries = await withActors(of, drafts);
  const glance = (query.cursor ?? "") === "" ? await glanceOf(of) : null;
  return {
    ...{ record, version },
    ...(isCut && { isRecordShortened: true }),
    glance,
    entries,
    labels: await storyLabels(context, resource, record, entries, glance),
    incomplete,
    nextCursor: next ? storyCursor(query.order, next) : null,
  };
}

interface ReadRecord {
  readonly record: Row;
  readonly version: number;
  readonly isCut: boolean;
}

async function readRecord(context: Context, resource: Resource, id: string): Promise<ReadRecord> {
  const visibility = visibilityOf(context, resource);
  const { reader } = context.store;
  const byId: Filter = { op: "eq", column: "_id", value: id };
  const selection = fullSelection(visibility.resource);
  const [found] = await reader.findShortened(
    visibility.resource,
    {
      ...{ projects: visibility.projects, limit: 1, columns: columnsFor(selection, ["version"]) },
      filter: both(visibility.filter, byId) ?? byId,
    },
    { bytes: mostOfRecord, rows: 1 },
  );
  const [record] = await serializeRows(reader, found ? [found.row] : [], selection);
  if (!found || !record) throw notFound(resource, id);
  return { record, version: Number(found.row.version), isCut: found.isCut };
}

/** Reads the portions one after the other, with other requests between. */
async function readAll(sources: readonly StorySource[], page: StoryPage) {
  const portions: StoryPortion[] = [];
  const incomplete = new Set<StoryKind>();
  for (const source of sources) {
    await yieldInTurn();
    const isRead = await withinTimeLimit(async () => {
      portions.push(await source.read(page));
    });
    if (!isRead) incomplete.add(source.kind);
  }
  return { portions, incomplete: [...incomplete] };
}
