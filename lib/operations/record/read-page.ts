import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Find } from "@/lib/store/port/store";
import { cursorColumns } from "./cursor";
import type { Shown } from "./long-page";

/** Maximum length of long values in the first read of a page. */
const mostInRead = 8_000_000;
/** Lengths are read first for this time after a longer page. */
const lengthsFirstMs = 600_000;

/** Time until which the pages of a resource are expected to be long. */
const expectedLong = new WeakMap<Resource, number>();

/** A page request. */
export interface PageRequest extends Find {
  readonly columns: readonly string[];
  readonly limit: number;
}

/**
 * Returns the rows of a page without their long values. If earlier pages were long, reads the
 * lengths first, and of a long page nothing else, because SQLite scans a long value to reach the
 * columns behind it.
 */
export async function readPage(shown: Shown, ask: PageRequest): Promise<readonly ShortenedRow[]> {
  const { reader, resource } = shown;
  const isExpected = (expectedLong.get(resource) ?? 0) > performance.now();
  const lengths = isExpected ? await readLengths(shown, ask) : [];
  if (lengthOf(lengths) > mostInRead) return lengths;
  const rows = await reader.findShortened(resource, ask, { bytes: mostInRead, rows: ask.limit });
  if (lengthOf(rows) > mostInRead) {
    expectedLong.set(resource, performance.now() + lengthsFirstMs);
  }
  return rows;
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
