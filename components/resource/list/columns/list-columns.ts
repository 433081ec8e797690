import { startBeforeEnd } from "@/components/fields/start-before-end";
import { resourceAt } from "@/lib/resources/index";
import type { Field, FieldKind } from "@/lib/schema/field";
import { unreadableKinds } from "@/lib/schema/kinds/operators";
import { shownAs } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";

/**
 * Returns the columns a list can show: all readable ones but the project, which is that of the
 * page.
 */
export function availableColumns(resource: Resource): readonly Column[] {
  const shown = startBeforeEnd(shapeOf(resource).columns).filter(
    ({ field }) => !field.hidden && !isUnreadable(field) && field.to !== "project",
  );
  return shown.map(shownAs);
}

/** Returns the named columns in that order, or the default columns if none of them can be shown. */
export function columnsNamed(resource: Resource, names: readonly string[]): readonly Column[] {
  const named = columnsOf(resource, names);
  return named.length > 0 ? named : defaultColumns(resource);
}

/** A secret has a column if at least its presence is readable. */
function isUnreadable({ kind, presence }: Field): boolean {
  return unreadableKinds.has(kind) && presence === undefined;
}

function columnsOf(resource: Resource, names: readonly string[]): readonly Column[] {
  const possible = new Map(availableColumns(resource).map((column) => [column.name, column]));
  return [...new Set(names)].flatMap((name) => possible.get(name) ?? []);
}

/**
 * Returns the default columns: those of the definition, else the ones that distinguish records,
 * their states, and their times.
 */
export function defaultColumns(resource: Resource): readonly Column[] {
  if (resource.listed) return columnsOf(resource, resource.listed);
  const ranked = availableColumns(resource)
    .map((column) => ({ column, rank: rankOf(resource, column) }))
    .filter(({ rank }) => rank < excludedRank)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ column }) => column);
  const time = shapeOf(resource).byColumn.get(resource.timeField);
  const isDated = ranked.some(({ field }) => field.kind === "date");
  return time && !isDated ? [...ranked, time] : ranked;
}

const most = 8;
const excludedRank = 99;

function rankOf(resource: Resource, column: Column): number {
  if (column.name === numberColumns(resource)?.prefixed) return 0;
  if (column.name === labelColumn(resource)?.name) return 1;
  return isShownByDefault(column) ? ownRank(column) : excludedRank;
}

/** A bare id stored as text is no use to users. */
function isShownByDefault({ name, relation, field }: Column): boolean {
  const isOwn = field.writtenBy !== "server" && field.counts === undefined;
  const isId = relation === undefined && field.within === undefined && name.endsWith("Id");
  const tellsMore = field.within !== undefined || field.presence !== undefined;
  const isAside = verboseKinds.has(field.kind) && !tellsMore;
  return isOwn && !isId && field.section === undefined && !isAside;
}

function ownRank({ field }: Column): number {
  const isColored = field.to !== undefined && resourceAt(field.to)?.fields.color !== undefined;
  if (isColored) return field.indexed === false ? excludedRank : (colored[field.kind] ?? 6);
  if (field.kind === "color") return 3;
  if (field.kind === "date") return field.required ? 8 : 7;
  return field.required ? 4 : (ranks[field.kind] ?? 6);
}

/** States and severities come first. Labels come later, because there are many. */
const colored: Readonly<Partial<Record<FieldKind, number>>> = { relation: 2 };

const ranks: Readonly<Partial<Record<FieldKind, number>>> = { relation: 5, longText: 7 };

/** Kinds that say little in one line. */
const verboseKinds: ReadonlySet<FieldKind> = new Set([
  ...(["id", "slug", "json", "file", "markdown", "veryLongText", "hashed"] as const),
]);
