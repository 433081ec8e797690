import type { StoryEntry, StoryKind } from "@/lib/contract/records/story";
import { both } from "@/lib/operations/access/visibility";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import type { Filter } from "@/lib/schema/filter";
import { fullSelection, type Selection } from "@/lib/schema/query/select";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import type { StoryDraft, StoryPage, StoryPortion, StorySource } from "./story-page";
import { type StoryRecord, visibleIn } from "./story-record";

/** Most bytes of the long values of one source on a page. */
const mostBytes = 2_000_000;

interface RecordsOf {
  readonly kind: StoryKind;
  readonly verb: StoryEntry["verb"];
  readonly resource: Resource;
  readonly filter: Filter;
}

/**
 * Returns the sources of the entries that records of a resource are, at the time when they happened;
 * none if the caller may not read them.
 */
export function recordSources(of: StoryRecord, those: RecordsOf): StorySource[] {
  const { kind, verb, resource, filter } = those;
  const visibility = visibleIn(of, resource);
  if (!visibility) return [];
  const { occursAt, timeField } = visibility.resource;
  const toDraft = async (rows: readonly ReadRow[], time: string) => {
    const selection = selectionOf(visibility.resource);
    const data = await serializeRows(
      of.context.store.reader,
      rows.map(({ row }) => row),
      selection,
    );
    return rows.map(
      ({ row, isCut }, place): StoryDraft => ({
        ...{ id: String(row._id), at: String(row[time]), kind, verb, data: data[place] ?? {} },
        subject: { resource: resource.path, _id: String(row._id) },
        ...(isCut && { isShortened: true }),
      }),
    );
  };
  const columns = (time: string) => columnsFor(selectionOf(visibility.resource), ["_id", time]);
  const sourceAt = (time: string, more: Filter | undefined): StorySource => ({
    kind,
    read: async (page) => {
      const where = both(both(visibility.filter, filter), more) ?? filter;
      const { rows, ...end } = await readPage(of, visibility.resource, page, {
        ...{ time, columns: columns(time), filter: where },
      });
      return { drafts: await toDraft(rows, time), ...end };
    },
  });
  if (occursAt === undefined) return [sourceAt(timeField, undefined)];
  return [
    sourceAt(occursAt, { op: "notNull", column: occursAt }),
    sourceAt(timeField, { op: "isNull", column: occursAt }),
  ];
}

/** A row without its long values. */
export interface ReadRow {
  readonly row: Row;
  readonly isCut: boolean;
}

interface Wanted {
  /** The column of the time. */
  readonly time: string;
  readonly columns: readonly string[];
  readonly filter: Filter;
}

/** Reads the rows behind the position of a page, in its order, and one more than the page takes. */
export async function readPage(
  { context, projectId }: StoryRecord,
  resource: Resource,
  { order, limit, after }: StoryPage,
  { time, columns, filter }: Wanted,
): Promise<{ readonly rows: readonly ReadRow[] } & Pick<StoryPortion, "readTo">> {
  const most = limit + 1;
  const rows = await context.store.reader.findShortened(
    resource,
    {
      ...{ projects: [projectId], filter, columns, limit: most },
      sort: [{ column: time, direction: order }],
      // Steps of an escalation have an id with a suffix, behind that of their record.
      ...(after && { after: { values: [after.at], id: after.id.slice(0, 36) } }),
    },
    { bytes: mostBytes, rows: most },
  );
  const last = rows.length === most ? rows.at(-1) : undefined;
  if (!last) return { rows };
  return { rows, readTo: { at: String(last.row[time]), id: String(last.row._id) } };
}

const selections = new WeakMap<Resource, Selection>();

/** Returns the fields of a record that an entry holds: of a record with a lifecycle, its main ones. */
function selectionOf(resource: Resource): Selection {
  const known = selections.get(resource);
  if (known) return known;
  const whole = fullSelection(resource);
  const { lifecycle } = resource;
  const main = new Set([
    ...["_id", "createdAt", "createdByUserId", resource.timeField],
    ...[labelColumn(resource)?.name, numberColumns(resource)?.prefixed],
    ...[lifecycle?.state, lifecycle?.severity, lifecycle?.monitors].flatMap((name) =>
      name === undefined ? [] : [relationColumn(resource, name).name],
    ),
  ]);
  const selection = lifecycle
    ? { ...whole, fields: whole.fields.filter(({ name }) => main.has(name)) }
    : whole;
  selections.set(resource, selection);
  return selection;
}
