import type { RecordLabel } from "@/lib/contract/labels";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { bidiIsolate } from "./bidi-isolate";
import { displayText } from "./display-text";
import { titleOf } from "./field-title";
import { sentenceCase } from "./sentence-case";

/**
 * Returns the title of a record's page. A bare number follows the title of its column. Plain names
 * stay as they were written. Markdown is cut to its first line, without its markup.
 */
export function recordTitle(
  resource: Resource,
  record: Row,
  label: RecordLabel | "missing" | undefined,
): string {
  const column = labelColumn(resource);
  const own = column && column.relation === undefined ? record[column.name] : undefined;
  if (typeof own === "number" && column) return `${titleOf(column)}: ${own}`;
  if (column && typeof own === "string" && own.trim() !== "") {
    const plain = titleColumn(resource) ? own : firstLine(own);
    return bidiIsolate(displayText(column.field, plain, record));
  }
  return label === undefined || label === "missing"
    ? sentenceCase(resource.name)
    : bidiIsolate(label.label);
}

/** Returns the record's number with its prefix. */
export function recordNumber(resource: Resource, record: Row): string | undefined {
  const shown = record[numberColumns(resource)?.prefixed ?? ""];
  return typeof shown === "string" ? shown : undefined;
}

/**
 * Returns the column whose value is the whole title. A name in Markdown or of several lines is
 * shown below as well.
 */
export function titleColumn(resource: Resource): Column | undefined {
  const label = labelColumn(resource);
  return label && label.relation === undefined && kindOf(label.field).isPlainText
    ? label
    : undefined;
}

/**
 * Returns the columns of the line under the title: those the definition names, else required and
 * short ones, at most four.
 */
export function headlineColumns(resource: Resource, record: Row): readonly Column[] {
  const chosen = shapeOf(resource).columns.filter(({ field }) => field.headline !== undefined);
  if (chosen.length > 0) return chosen.filter(({ name }) => (record[name] ?? null) !== null);
  const named = labelColumn(resource)?.name;
  const found = shapeOf(resource).columns.filter(
    ({ name, field }) =>
      field.required === true &&
      !field.hidden &&
      name !== named &&
      field.to !== "project" &&
      kindOf(field).headlineRank !== undefined &&
      record[name] !== null &&
      record[name] !== undefined,
  );
  const rankOf = ({ field }: Column) => kindOf(field).headlineRank ?? 9;
  return found.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, 4);
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  const plain = line.replace(/[*_`#>]+/g, "").trim();
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
