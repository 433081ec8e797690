import { both } from "@/lib/operations/access/visibility";
import { refersTo } from "@/lib/operations/rows/referrers";
import { resourceAt, resources } from "@/lib/resources";
import { changeLog } from "@/lib/resources/system/change-log";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { columnTo, relationColumn, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { type ReadRow, readPage } from "./record-source";
import {
  portionOf,
  type StoryDraft,
  type StoryPage,
  type StoryPortion,
  type StorySource,
} from "./story-page";
import { all, type StoryRecord, visibleIn } from "./story-record";

const columns = ["_id", "at", "resource", "recordId", "operation", "before", "after"];

/** Returns the source of the changes of the record itself. */
export function changeSource(of: StoryRecord): StorySource[] {
  const { resource, id } = of;
  const filter = all(
    { op: "eq", column: "resource", value: resource.path },
    { op: "eq", column: "recordId", value: id },
    { op: "ne", column: "operation", value: "create" },
  );
  const visibility = visibleIn(of, changeLog);
  if (!visibility) return [];
  const wanted = { time: "at", columns, filter: both(visibility.filter, filter) ?? filter };
  const read = async (page: StoryPage): Promise<StoryPortion> => {
    const toldSince = await firstEventAt(of);
    const { rows, ...end } = await readPage(of, visibility.resource, page, wanted);
    return { drafts: rows.flatMap((row) => changeOf(resource, row, toldSince)), ...end };
  };
  return [{ kind: "change", read }];
}

/** Returns the entry of a change; none if it is told already, as the states are by their events. */
function changeOf(
  resource: Resource,
  { row, isCut }: ReadRow,
  toldSince: string | undefined,
): StoryDraft[] {
  const isTold = toldSince !== undefined && String(row.at) >= toldSince;
  const told = isTold ? stateColumn(resource)?.name : undefined;
  const { byColumn } = shapeOf(resource);
  const sides = { before: sideOf(row.before), after: sideOf(row.after) };
  const names = new Set([...Object.keys(sides.before), ...Object.keys(sides.after)]);
  const shown = [...names].filter(
    (name) => name !== told && byColumn.get(name)?.field.hidden !== true,
  );
  if (names.size > 0 && shown.length === 0) return [];
  const changes = shown.map((field) => ({
    ...{ field, before: sides.before[field] ?? null, after: sides.after[field] ?? null },
  }));
  return [
    {
      ...{ id: String(row._id), at: String(row.at), kind: "change", data: {}, changes },
      verb: row.operation === "update" ? "changed" : "noted",
      subject: { resource: resource.path, _id: String(row.recordId) },
      ...(isCut && { isShortened: true }),
    },
  ];
}

/**
 * Returns the time since which events tell the states of a record; undefined if there are none. A kind
 * may have got its events in a later version than its records.
 */
async function firstEventAt({ context, lifecycle, id, projectId }: StoryRecord) {
  const events = resourceAt(lifecycle.events ?? "");
  if (!events?.sets) return undefined;
  const [first] = await context.store.reader.find(events, {
    projects: [projectId],
    filter: refersTo(relationColumn(events, events.sets.owner), id),
    columns: ["createdAt"],
    sort: [{ column: "createdAt", direction: "asc" }],
    limit: 1,
  });
  return typeof first?.createdAt === "string" ? first.createdAt : undefined;
}

/** Members and owners removed before the last of this number are left out. */
const mostRemovals = 200;

/**
 * Returns the source of the members and owners that were removed: each was added, too. The log
 * alone knows them.
 */
export function removalSource(of: StoryRecord): StorySource[] {
  const visibility = visibleIn(of, changeLog);
  const kinds = [...resources.values()].filter(
    (kind) =>
      kind.story?.kind === "person" &&
      columnTo(kind, of.resource) !== undefined &&
      visibleIn(of, kind) !== undefined,
  );
  if (!visibility || kinds.length === 0) return [];
  const filter = all(
    visibility.filter,
    { op: "eq", column: "removedFrom", value: of.id },
    { op: "in", column: "resource", values: kinds.map(({ path }) => path) },
    { op: "gte", column: "at", value: String(of.row.createdAt) },
  );
  const read = async (page: StoryPage): Promise<StoryPortion> => {
    const newest = { order: "desc", limit: mostRemovals } as const;
    const wanted = { time: "at", columns, filter };
    const { rows } = await readPage(of, visibility.resource, newest, wanted);
    return portionOf(
      rows.flatMap(({ row }) => addedAndRemoved(row)),
      page,
    );
  };
  return [{ kind: "person", read }];
}

/** Returns the two entries of a removed member or owner. */
function addedAndRemoved(row: Row): StoryDraft[] {
  const data = sideOf(row.before);
  const subject = { resource: String(row.resource), _id: String(row.recordId) };
  const removed = { id: String(row._id), at: String(row.at), verb: "removed" } as const;
  const added = { id: subject._id, at: String(data["createdAt"]), verb: "added" } as const;
  return [added, removed].map((own): StoryDraft => ({ ...own, kind: "person", subject, data }));
}

function sideOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
