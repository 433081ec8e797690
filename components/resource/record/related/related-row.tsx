import { DateCell } from "@/components/fields/date/cell";
import { CellValue } from "@/components/fields/registry/cells";
import { RecordReference } from "@/components/fields/relation/record-reference";
import { startBeforeEnd } from "@/components/fields/start-before-end";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { classes } from "@/components/ui/styles";
import { titleOf } from "@/components/words/field-title";
import { useClock, useNow } from "@/lib/client/device/clock";
import { durationOf, fullTime } from "@/lib/client/device/times";
import { useLabel } from "@/lib/client/queries/labels";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { orderColumn, type RelatedSet } from "./related-sets";

/** One record of a set: its name, its other relations, and its numbers or its time. */
export function RelatedRow({ set, row }: { readonly set: RelatedSet; readonly row: Row }) {
  const { resource } = set;
  const label = labelColumn(resource)?.name;
  const { state, severity } = lifecycleOf(resource) ?? {};
  const marks = [state, severity].filter((column) => column !== undefined);
  const beside = shapeOf(resource).columns.filter(
    ({ name, relation, field }) =>
      relation !== undefined &&
      ![set.column, label, ...marks.map((mark) => mark.name)].includes(name) &&
      field.to !== "project" &&
      field.writtenBy !== "server" &&
      typeof row[name] === "string",
  );
  const edges = startBeforeEnd(shapeOf(resource).columns).filter(({ field }) => field.edge);
  const numbers = orderColumn(set) ? numberColumnsOf(resource, row) : [];
  const at = row[resource.timeField] ?? null;
  return (
    <li className="flex min-h-9 flex-wrap content-center items-center gap-x-3 border-line border-b text-13 pointer-coarse:[&_a]:min-w-11 pointer-coarse:[&_a]:py-3">
      {marks.map(({ name, field }) => (
        <Mark key={name} path={field.to ?? ""} id={String(row[name])} />
      ))}
      <span className={classes("min-w-0 flex-1 basis-20 md:basis-60", cut)}>
        <RecordReference path={resource.path} id={String(row._id)} />
      </span>
      {beside.slice(0, 2).map(({ name, field }) => (
        <span key={name} className={classes("max-w-40 text-ink-muted", cut)}>
          <RecordReference path={field.to ?? ""} id={String(row[name])} />
        </span>
      ))}
      {edges.length > 0 && (
        <span className="flex w-full flex-wrap gap-x-3 pb-2 text-12 text-ink-muted tabular-nums">
          {edges.map((column) => (
            <EventTime key={column.name} column={column} row={row} />
          ))}
        </span>
      )}
      {numbers.map((column) => (
        <span key={column.name} className="text-12 text-ink-muted">
          {titleOf(column)} <CellValue column={column} value={row[column.name]} row={row} />
        </span>
      ))}
      {typeof at === "string" && edges.length === 0 && numbers.length === 0 && (
        <span className="shrink-0 text-12 text-ink-muted">
          <DateCell value={at} field={{ kind: "date" }} />
        </span>
      )}
    </li>
  );
}

/** The shape of a state or severity. Its name is a tooltip. */
function Mark({ path, id }: { readonly path: string; readonly id: string }) {
  const label = useLabel(path, id);
  if (label === undefined || label === "missing") return null;
  return (
    <span title={label.label} className="inline-flex shrink-0 items-center">
      <RecordMark {...(label.color && { color: label.color })} glyph={label.glyph} />
      <span className="sr-only">{label.label}</span>
    </span>
  );
}

/** Names are links with a dot before them. Long ones are cut with an ellipsis. */
const cut =
  "truncate [&>a]:max-w-full [&>a>span:last-child]:min-w-0 [&>a>span:last-child]:truncate";

/**
 * Returns the number columns of a record with a position, the position first, without counts by the
 * server.
 */
function numberColumnsOf(resource: Resource, row: Row): readonly Column[] {
  return shapeOf(resource)
    .columns.filter(
      ({ name, field }) =>
        kindOf(field).isNumber &&
        !field.hidden &&
        name !== labelColumn(resource)?.name &&
        typeof row[name] === "number",
    )
    .toSorted((a, b) => Number(isPlace(b)) - Number(isPlace(a)));
}

function isPlace({ field }: Column): boolean {
  return field.ordersWithin !== undefined;
}

/**
 * The full start or end time of an event. The end also shows the duration, up to now if it has not
 * ended.
 */
function EventTime({ column, row }: { readonly column: Column; readonly row: Row }) {
  const { zone } = useClock();
  const now = useNow();
  const value = row[column.name];
  const isThere = typeof value === "string";
  const length = (isThere ? Date.parse(value) : now) - Date.parse(String(row.startsAt));
  const isMeasured = column.field.edge === "end" && !Number.isNaN(length);
  const lasted = durationOf(Math.max(0, length));
  return (
    <span>
      <span className="sr-only">{titleOf(column)}: </span>
      {isThere && <time dateTime={value}>{fullTime(value, zone)}</time>}
      {isMeasured && (isThere ? ` · ${lasted}` : `${lasted} so far`)}
    </span>
  );
}
