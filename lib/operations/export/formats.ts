import { stringify } from "csv-stringify/sync";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";

export type ExportFormat = "csv" | "json" | "ndjson";

/** Serialization of records as text, page by page. */
export interface Writing {
  /** The value of `Content-Type`. */
  readonly type: string;
  readonly begin: (names: readonly string[]) => string;
  readonly page: (rows: readonly Row[], names: readonly string[], isFirst: boolean) => string;
  readonly end: string;
}

/** The formats of an export. */
export const exportFormats: Readonly<Record<ExportFormat, Writing>> = {
  csv: {
    type: "text/csv; charset=utf-8; header=present",
    begin: (names) => csv([names]),
    page: (rows, names) => csv(rows.map((row) => names.map((name) => cellOf(row, name)))),
    end: "",
  },
  json: {
    type: "application/json; charset=utf-8",
    begin: () => "[",
    page: (rows, _, isFirst) =>
      rows.map((row, at) => `${isFirst && at === 0 ? "\n" : ",\n"}${JSON.stringify(row)}`).join(""),
    end: "\n]\n",
  },
  ndjson: {
    type: "application/x-ndjson; charset=utf-8",
    begin: () => "",
    page: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    end: "",
  },
};

/**
 * Returns CSV (RFC 4180). A cell that a spreadsheet would read as a formula gets a leading
 * apostrophe (OWASP, CSV injection).
 */
function csv(lines: readonly (readonly string[])[]): string {
  return stringify(
    // The library escapes all other first characters that OWASP names.
    lines.map((line) => line.map((cell) => (cell.startsWith("\n") ? `'${cell}` : cell))),
    { record_delimiter: "windows", escape_formulas: true, quoted_match: /[\r\n]/ },
  );
}

/** Returns the text of a column, or of a related record's field: `incident.title`. */
function cellOf(row: Row, name: string): string {
  const whole = row[name];
  if (whole !== undefined) return textOf(whole);
  const [relation = "", field = ""] = name.split(".");
  const related = row[relation];
  return isJsonObject(related) ? textOf(related[field] ?? null) : "";
}

function textOf(value: JsonValue): string {
  if (value === null) return "";
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
