import type { StoryEntry, StoryKind } from "@/lib/contract/records/story";
import { both } from "@/lib/operations/access/visibility";
import { resources } from "@/lib/resources";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import { stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { readPage } from "./record-source";
import type { StoryDraft, StoryPage, StoryPortion, StorySource } from "./story-page";
import { all, type StoryRecord, visibleIn } from "./story-record";

const columns = ["_id", "at", "resource", "recordId", "operation", "before", "after"];

/** Returns the source of the changes of the record itself. */
export function changeSource(of: StoryRecord): StorySource[] {
  const { resource, id, lifecycle } = of;
  const filter = all(
    { op: "eq", column: "resource", value: resource.path },
    { op: "eq", column: "recordId", value: id },
    { op: "ne", column: "operation", value: "create" },
  );
  // The events of the states show the state. Without events, only the change does.
  const told = lifecycle.events === undefined ? undefined : stateColumn(resource)?.name;
  const { byColumn } = shapeOf(resource);
  return logSource(of, "change", filter, (row) => {
    const sides = { before: sideOf(row.before), after: sideOf(row.after) };
    const names = new Set([...Object.keys(sides.before), ...Object.keys(sides.after)]);
    const shown = [...names].filter(
      (name) => name !== told && byColumn.get(name)?.field.hidden !== true,
    );
    if (names.size > 0 && shown.length === 0) return undefined;
    const changes = shown.map((field) => ({
      ...{ field, before: sides.before[field] ?? null, after: sides.after[field] ?? null },
    }));
    const verb: StoryEntry["verb"] = row.operation === "delete" ? "deleted" : "changed";
    return { verb, data: {}, changes };
  });
}

/** Returns the source of the members and owners that were removed. */
export function removalSource(of: StoryRecord): StorySource[] {
  const ways = [...resources.values()].flatMap((kind): Filter[] => {
    if (kind.story?.kind !== "person" || !visibleIn(of, kind)) return [];
    const column = columnOf(kind, of.resource);
    if (column === undefined) return [];
    const isOfKind: Filter = { op: "eq", column: "resource", value: kind.path };
    return [all(isOfKind, { op: "jsonEquals", column: "before", path: [column], value: of.id })];
  });
  if (ways.length === 0) return [];
  const filter = all(
    { op: "eq", column: "operation", value: "delete" },
    { op: "gte", column: "at", value: String(of.row.createdAt) },
    { op: "or", filters: ways },
  );
  return logSource(of, "person", filter, (row) => ({
    ...{ verb: "removed", data: sideOf(row.before) },
  }));
}

/** Returns the column by which records of a resource belong to one of another. */
export function columnOf(resource: Resource, target: Resource): string | undefined {
  return shapeOf(resource).columns.find(
    ({ relation, field }) => relation !== undefined && field.to === target.path,
  )?.name;
}

type Told = Pick<StoryDraft, "verb" | "data" | "changes">;

/** Returns a source of entries of the change log. `tell` returns undefined for one that is left out. */
function logSource(
  of: StoryRecord,
  kind: StoryKind,
  filter: Filter,
  tell: (row: Row) => Told | undefined,
): StorySource[] {
  const visibility = visibleIn(of, changeLog);
  if (!visibility) return [];
  const where = both(visibility.filter, filter) ?? filter;
  const read = async (page: StoryPage): Promise<StoryPortion> => {
    const wanted = { time: "at", columns, filter: where };
    const { rows, ...end } = await readPage(of, visibility.resource, page, wanted);
    const drafts = rows.flatMap(({ row, isCut }): StoryDraft[] => {
      const told = tell(row);
      if (!told) return [];
      return [
        {
          ...{ id: String(row._id), at: String(row.at), kind, ...told },
          subject: { resource: String(row.resource), _id: String(row.recordId) },
          ...(isCut && { isShortened: true }),
        },
      ];
    });
    return { drafts, ...end };
  };
  return [{ kind, read }];
}

function sideOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
