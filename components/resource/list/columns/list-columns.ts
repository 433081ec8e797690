import { startBeforeEnd } from "@/components/fields/start-before-end";
import { resourceAt } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import { kindOf } from "@/lib/schema/kinds/index";
import { shownAs } from "@/lib/schema/record/presence";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, isNamed, shapeOf } from "@/lib/schema/shape";

/**
 * Returns the columns a list can show: all readable ones but the project, which is that of the
 * page.
 */
export function availableColumns(resource: Resource): readonly Column[] {
  const shown = startBeforeEnd(shapeOf(resource).columns).filter(
    ({ field }) => isNamed(field) && !isUnreadable(field) && field.to !== "project",
  );
  return shown.map(shownAs);
}

/** Returns the named columns in that order, or the default columns if none of them can be shown. */
export function columnsNamed(resource: Resource, names: readonly string[]): readonly Column[] {
  const named = columnsOf(resource, names);
  return named.length > 0 ? named : defaultColumns(resource);
}

/**
 * Returns the names of the columns of a list in their order: the named ones, else the default ones.
 * `extra` names the computed column, which stands behind the state of the record by default.
 */
export function shownNames(
  resource: Resource,
  names: readonly string[],
  extra: string | undefined,
): readonly string[] {
  const fields = columnsNamed(resource, names).map(({ name }) => name);
  const isNamed = names.some((name) => fields.includes(name));
  if (isNamed) return [...new Set(names)].filter((name) => name === extra || fields.includes(name));
  return extra === undefined ? fields : fields.toSpliced(extraPlace, 0, extra);
}

const extraPlace = 2;

/** A secret has a column if at least its presence is readable. */
function isUnreadable(field: Field): boolean {
  return kindOf(field).isSecret === true && field.presence === undefined;
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
  const isDated = ranked.some(({ field }) => kindOf(field).isDate);
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
  const isAside = kindOf(field).isVerbose && !tellsMore;
  return isOwn && !isId && field.section === undefined && !isAside;
}

function ownRank(column: Column): number {
  const { field, relation } = column;
  const { isColor, isDate, isWide } = kindOf(field);
  if (resourceAt(field.to ?? "")?.fields.color) return coloredRank(column);
  if (isColor) return 3;
  if (isDate) return field.required ? 8 : 7;
  if (field.required) return 4;
  if (isWide) return 7;
  return relation === undefined ? 6 : 5;
}

/** States and severities come first. Labels come later, because there are many. */
function coloredRank({ field, relation }: Column): number {
  if (field.indexed === false) return excludedRank;
  return relation === undefined ? 6 : 2;
}
