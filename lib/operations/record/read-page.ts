import { kindOf } from "@/lib/schema/kinds/index";
import type { SelectedField, Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { JsonField, JsonRow } from "@/lib/store/port/prepared";
import type { ByteLimit, ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Find } from "@/lib/store/port/store";
import { cursorColumns } from "./cursor";
import type { Shown } from "./long-page";

/** Maximum length of long values in the first read of a page. */
const mostInRead = 8_000_000;
/** Of a page with more rows, short values together may be long too. */
const mostWhole = 101;
/** Lengths are read first for this time after a longer page. */
const lengthsFirstMs = 600_000;

/** Time until which the pages of a resource are expected to be long. */
const expectedLong = new WeakMap<Resource, number>();

/** Time after a page without texts during which the values of a list are read one by one. */
const avoidedMs = 10_000;

/** A page request. */
export interface PageRequest extends Find {
  readonly columns: readonly string[];
  readonly limit: number;
}

/** Returns the rows of a page without their long values, as `preparePage` does. */
export async function readPage(shown: Shown, ask: PageRequest): Promise<readonly ShortenedRow[]> {
  return await preparePage(shown, ask)(false);
}

/**
 * Prepares a page, whose rows are read without their long values. If earlier pages were long, reads
 * the lengths first, and of a long page nothing else, because SQLite scans a long value to reach the
 * columns behind it. Of a page with many rows too, only the lengths are read.
 */
export function preparePage(
  shown: Shown,
  ask: PageRequest,
): (isSlow: boolean) => Promise<readonly ShortenedRow[]> {
  const { reader, resource } = shown;
  const whole = reader.prepare(resource, ask, { bytes: mostInRead, rows: ask.limit });
  return async (isSlow) => {
    const isMany = ask.limit > mostWhole;
    const lengths = isMany || isExpectedLong(resource) ? await readLengths(shown, ask) : [];
    if (isMany || lengthOf(lengths) > mostInRead) return lengths;
    const rows = await whole.rows(undefined, isSlow);
    if (lengthOf(rows) > mostInRead) {
      expectedLong.set(resource, performance.now() + lengthsFirstMs);
    }
    return rows;
  };
}

/** Returns true for some time after a long page of the resource. */
function isExpectedLong(resource: Resource): boolean {
  const until = expectedLong.get(resource);
  return until !== undefined && until > performance.now();
}

function lengthOf(rows: readonly ShortenedRow[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns rows with the sort columns and relations only, each to be read again. */
async function readLengths(
  { reader, resource, selection }: Shown,
  ask: PageRequest,
): Promise<readonly ShortenedRow[]> {
  const { byColumn } = shapeOf(resource);
  const isBulky = (name: string) => {
    const field = byColumn.get(name)?.field;
    return field !== undefined && kindOf(field).codec.isBulky === true;
  };
  const related = selection.fields.flatMap(({ nested, column }) => (nested ? [column] : []));
  const places = cursorColumns(ask.sort ?? []).filter((name) => ask.columns.includes(name));
  const owner = selection.hasNested ? ["projectId"] : [];
  const columns = ["_id", ...places, ...owner, ...related, ...ask.columns.filter(isBulky)];
  const rows = await reader.findShortened(
    resource,
    { ...ask, columns: [...new Set(columns)] },
    { bytes: 0, rows: ask.limit },
  );
  return rows.map((row) => ({ ...row, isCut: true }));
}

/**
 * Prepares a page whose records the database returns as JSON text, with the columns of `besides`.
 * Returns undefined when the records must be read value by value, "slow" if that takes long too.
 */
export function prepareTexts(
  { reader, resource, selection }: Shown,
  page: PageRequest,
  besides: readonly string[],
  most: ByteLimit = { bytes: mostInRead, rows: page.limit },
): (id?: string) => Promise<readonly JsonRow[] | "slow" | undefined> {
  if (!reader.prepareJson || selection.hasNested) return async () => undefined;
  const shown = { fields: fieldsOf(selection), besides };
  const texts = reader.prepareJson(resource, page, most, shown);
  let avoidedUntil = 0;
  return async (id) => {
    if (performance.now() < avoidedUntil || isExpectedLong(resource)) return undefined;
    const rows = await texts.rows(id);
    if (typeof rows !== "string") return rows;
    if (id === undefined && rows !== "planned") avoidedUntil = performance.now() + avoidedMs;
    return rows === "slow" ? rows : undefined;
  };
}

const fieldsBySelection = new WeakMap<Selection, readonly JsonField[]>();

function fieldsOf(selection: Selection): readonly JsonField[] {
  const known = fieldsBySelection.get(selection);
  if (known) return known;
  const fields = selection.fields.map((field) => ({ shows: shownOf(field), ...field }));
  fieldsBySelection.set(selection, fields);
  return fields;
}

function shownOf({ isPresence, isUnreadable }: SelectedField): JsonField["shows"] {
  if (isPresence) return "presence";
  return isUnreadable ? "nothing" : "value";
}
