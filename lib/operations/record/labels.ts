import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import type { RecordLabel } from "@/lib/contract/labels";
import { both, visibilityOrNone } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import { user } from "@/lib/resources/settings/user";
import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { glyphColumns, glyphOf } from "@/lib/schema/record/glyph";
import { unnamed } from "@/lib/schema/record/unnamed";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { yieldInTurn } from "@/lib/store/concurrency/yield-every";

const mostShown = 200;

/** Number of records read at once; one statement takes a few thousand ids at most. */
const atOnce = 500;

/** Returns the labels of the records that the caller may read, by id. */
export async function labelsOf(
  context: Context,
  resource: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordLabel>> {
  const visibility = visibilityOrNone(context, resource);
  if (!visibility || ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const labels = new Map<string, RecordLabel>();
  for (let start = 0; start < wanted.length; start += atOnce) {
    if (start > 0) await yieldInTurn();
    const rows = await labelledRows(context, visibility, wanted.slice(start, start + atOnce));
    for (const [id, label] of await labelsOfRows(context, visibility.resource, rows)) {
      labels.set(id, label);
    }
  }
  return resource.path === user.path ? await withOwners(context, ids, labels) : labels;
}

/**
 * Adds deployment owners, who act in every project. Readers of a project's members may read their
 * names too (decision 025).
 */
async function withOwners(
  context: Context,
  ids: readonly string[],
  labels: ReadonlyMap<string, RecordLabel>,
): Promise<ReadonlyMap<string, RecordLabel>> {
  const missing = ids.filter((id) => !labels.has(id));
  if (missing.length === 0) return labels;
  const { reader } = context.store;
  const owners = new Set(await deploymentOwners(reader));
  const values = missing.filter((id) => owners.has(id));
  if (values.length === 0) return labels;
  const rows = await reader.find(user, {
    projects: "all",
    filter: { op: "in", column: "_id", values },
    columns: labelledBy(user),
  });
  const named = await labelsOfRows(context, user, rows);
  const outside = [...named].map(([id, label]) => [id, { ...label, isOutside: true }] as const);
  return new Map([...labels, ...outside]);
}

function labelledRows(
  { store }: Context,
  { resource, projects, filter }: Visibility,
  ids: readonly string[],
): Promise<Row[]> {
  const byId = { op: "in", column: "_id", values: ids } as const;
  return store.reader.find(resource, {
    projects,
    filter: both(filter, byId) ?? byId,
    columns: labelledBy(resource),
  });
}

/** Returns the columns that `labelsOfRows` needs. */
export function labelledBy(resource: Resource): string[] {
  const { byColumn } = shapeOf(resource);
  const names = [labelColumn(resource)?.name, numberColumns(resource)?.prefixed, colorOf(resource)];
  const known = names.filter((name) => name !== undefined);
  return [...new Set(["_id", "projectId", ...known, ...glyphColumns(resource)])].filter((name) =>
    byColumn.has(name),
  );
}

/** Returns the labels of rows that were read with `labelledBy`, by id. */
export async function labelsOfRows(
  context: Context,
  resource: Resource,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, RecordLabel>> {
  const column = labelColumn(resource);
  const others = column?.relation === undefined ? undefined : await namesOf(context, column, rows);
  const prefixed = numberColumns(resource)?.prefixed;
  const color = colorOf(resource);
  return new Map(
    rows.map((row) => {
      const own = column ? (row[column.name] ?? null) : null;
      const number = textOf(prefixed === undefined ? null : row[prefixed]);
      const name = others ? others(row, own) : textOf(own);
      const label = (name ?? number ?? unnamed(resource, row)).trim();
      return [
        String(row._id),
        {
          label: label.slice(0, mostShown).toWellFormed(),
          ...(number !== undefined && { number }),
          ...markOf(resource, row, color),
        },
      ];
    }),
  );
}

/** Returns the color of a record, and the shape that shows it. */
function markOf(resource: Resource, row: Row, column: string | undefined) {
  const color = textOf(column === undefined ? null : row[column]);
  const glyph = glyphOf(resource, row);
  return { ...(color !== undefined && { color }), ...(glyph && { glyph }) };
}

type NameOf = (row: Row, id: JsonValue) => string | undefined;

/**
 * Returns a function for labels that come from a relation, restricted to records that the caller
 * may read.
 */
async function namesOf(context: Context, column: Column, rows: readonly Row[]): Promise<NameOf> {
  const target = resourceAt(column.field.to ?? "");
  const visibility = target && visibilityOrNone(context, target);
  const ids = [...new Set(rows.flatMap((row) => textOf(row[column.name]) ?? []))];
  const label = target && labelColumn(target);
  if (!visibility || !label || label.relation !== undefined || ids.length === 0)
    return () => undefined;
  const found = await labelledRows(context, visibility, ids);
  const byTheirId = new Map(found.map((row) => [row._id, row]));
  return (row, id) => {
    const other = byTheirId.get(id);
    const isOwn = visibility.resource.scope === "people" || other?.projectId === row.projectId;
    return other && isOwn ? textOf(other[label.name]) : undefined;
  };
}

function colorOf(resource: Resource): string | undefined {
  // The color of a page's bars is no sign of its state.
  if (resource.publication) return undefined;
  return shapeOf(resource).columns.find(({ field }) => kindOf(field).isColor)?.name;
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
