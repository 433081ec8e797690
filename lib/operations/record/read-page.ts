import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import type { ShortenedRow } from "@/lib/store/port/shortened-row";
import type { Find } from "@/lib/store/port/store";
import { codecs } from "@/lib/store/schema/codec";
import { cursorColumns } from "./cursor";
import type { Shown } from "./long-page";

/** How many bytes of long values the first read of a page brings. */
const mostInRead = 8_000_000;
/** After a longer page, lengths are read first for some minutes. */
const lengthsFirstMs = 600_000;

/** Until when the pages of a resource are expected to be long. */
const expectedLong = new WeakMap<Resource, number>();

/** A page that is asked for. */
export interface PageRequest extends Find {
  readonly columns: readonly string[];
  readonly limit: number;
}

/**
 * The rows of a page without their long values. Where pages have been long before, the lengths come first, and of a long
 * page nothing else: SQLite goes through a long value to reach the columns behind it.
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

/** Rows with what decides about their place and their relations alone, each to be read again. */
async function readLengths(
  { reader, resource, selection }: Shown,
  ask: PageRequest,
): Promise<readonly ShortenedRow[]> {
  const { byColumn } = shapeOf(resource);
  const isBulky = (name: string) => {
    const kind = byColumn.get(name)?.field.kind;
    return kind !== undefined && codecs[kind].isBulky === true;
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
