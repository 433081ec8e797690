import { inProject } from "@/lib/client/queries/queries";
import type { Field } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { type Glyph, glyphColumns, glyphOf } from "@/lib/schema/record/glyph";
import { orderColumn } from "@/lib/schema/record/order-column";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** One record to choose, or the text of a user that chooses none. */
export interface RecordOption {
  readonly id: string;
  readonly text: string;
  readonly number?: string;
  readonly color?: string;
  readonly glyph?: Glyph;
}

/**
 * Returns the request for at most `limit` records of a resource whose name, number or e-mail contains
 * a text, in the project's order.
 */
export function recordSearch(target: Resource, project: string, text: string, limit: number) {
  const query = inProject(target, project, searchFor(target, text));
  const shown = [...shownColumns(target).map(({ name }) => name), ...glyphColumns(target)];
  const select = Object.fromEntries(shown.map((name) => [name, true]));
  return { query, select, sort: sortOf(target), limit, cursor: "", count: "none" } as const;
}

function searchFor(target: Resource, text: string): JsonObject {
  if (text === "") return {};
  const searched = shownColumns(target)
    .filter(({ field }) => isSearched(field))
    .slice(0, 8);
  return { _or: searched.map(({ name }) => ({ [name]: { _type: "Search", value: text } })) };
}

function isSearched(field: Field): boolean {
  const { isPlainText, foundAs } = kindOf(field);
  return isPlainText === true || foundAs !== undefined;
}

function isColor({ field }: Column): boolean {
  return kindOf(field).isColor === true;
}

function isAddress({ field }: Column): boolean {
  return kindOf(field).foundAs === "email";
}

/** Returns the columns that identify a record: name, number, color and e-mail. */
function shownColumns(target: Resource): Column[] {
  const numbered = numberColumns(target)?.prefixed;
  return shapeOf(target).columns.filter(
    (column) =>
      [target.label, numbered].includes(column.name) || isColor(column) || isAddress(column),
  );
}

function sortOf(target: Resource): JsonObject {
  const place = orderColumn(target);
  if (place !== undefined) return { [place]: 1 };
  return numberColumns(target) ? { createdAt: -1 } : { [target.label]: 1 };
}

/** Returns the option that shows a found row. */
export function optionFrom(target: Resource, row: Row): RecordOption {
  const first = (isWanted: (column: Column) => boolean): JsonValue => {
    const column = shownColumns(target).find(isWanted);
    return (column && row[column.name]) ?? null;
  };
  const color = first(isColor);
  const number = row[numberColumns(target)?.prefixed ?? ""];
  const glyph = glyphOf(target, row);
  const label = row[target.label] ?? first(isAddress) ?? row._id;
  return {
    ...{ id: String(row._id), text: String(label) },
    ...(typeof number === "string" && { number }),
    ...(typeof color === "string" && { color }),
    ...(glyph && { glyph }),
  };
}
