import { sql } from "kysely";
import type { Resource } from "@/lib/schema/resource";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { checkConsistency } from "./consistency";
import { contentSum } from "./content-sum";
import { danglingReferencesIn } from "./dangling-references";
import { contentTables, keyOf } from "./deployment-tables";
import { fileFacts, type Manifest } from "./manifest";
import { rowsOf } from "./readable-database";

/** The result of one check. */
export interface CheckResult {
  readonly what: string;
  /** The finding as a sentence. */
  readonly found: string;
  readonly isRight: boolean;
}

/**
 * Compares each table of a database with a manifest and checks the consistency of the database.
 * Without a manifest the rows are counted only.
 */
export async function checkContents(
  readable: ReadableDatabase,
  manifest: Manifest | undefined,
  resources: readonly Resource[],
): Promise<CheckResult[]> {
  const lines = manifest ? await compared(readable, manifest) : await counted(readable, resources);
  for (const { question, faults } of await checkConsistency(readable, resources)) {
    const [first, ...more] = faults;
    const found =
      first === undefined
        ? "yes"
        : `${first}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
    lines.push({ what: question, found, isRight: first === undefined });
  }
  const dangling = await danglingReferencesIn(readable, resources);
  const found = dangling === 0 ? "none" : `${dangling.toLocaleString("en")}, which is allowed`;
  return [...lines, { what: "references that lead nowhere", found, isRight: true }];
}

async function compared(readable: ReadableDatabase, { tables }: Manifest): Promise<CheckResult[]> {
  const lines: CheckResult[] = [];
  const present = await readable.tables();
  for (const { name, rows, checksum, columns } of tables) {
    const has = present.includes(name) ? await readable.columns(name) : [];
    const missing = Object.keys(columns).find((column) => !has.includes(column));
    if (missing !== undefined) {
      const found = has.length === 0 ? "the table is missing" : `the column ${missing} is missing`;
      lines.push({ what: name, found, isRight: false });
      continue;
    }
    const held = await contentSum(readable, { name, key: keyOf(name), columns });
    const isRight = held.rows === rows && held.checksum === checksum;
    lines.push({ what: name, found: told(held.rows, rows, isRight), isRight });
  }
  return lines;
}

/**
 * Compares the row counts of an archive of `pg_dump` with a manifest. Row contents are compared
 * after a restore, or by the checksum of the file.
 */
export function checkDump(
  found: ReadonlyMap<string, number>,
  manifest: Manifest | undefined,
): CheckResult[] {
  if (!manifest) {
    return [...found].map(([what, rows]) => ({ what, found: rowsIn(rows), isRight: true }));
  }
  return manifest.tables.map(({ name: what, rows }) => {
    const held = found.get(what);
    if (held === undefined) return { what, found: "the table is missing", isRight: false };
    // The archive also holds settings about derived data, which the manifest does not count.
    const isRight = what === "tocsin_setting" ? held >= rows : held === rows;
    return { what, found: told(held, rows, isRight), isRight };
  });
}

function told(found: number, expected: number, isRight: boolean): string {
  if (isRight) return `${rowsIn(found)}, the same`;
  if (found === expected) return `${rowsIn(found)}, but not the same ones`;
  return `${rowsIn(found)}, the backup has ${expected.toLocaleString("en")}`;
}

function rowsIn(amount: number): string {
  return `${amount.toLocaleString("en")} ${amount === 1 ? "row" : "rows"}`;
}

async function counted(
  readable: ReadableDatabase,
  resources: readonly Resource[],
): Promise<CheckResult[]> {
  const lines: CheckResult[] = [];
  for (const { name } of await contentTables(readable, resources)) {
    const [row] = await rowsOf(readable, sql`select count(*) from ${sql.table(name)}`);
    lines.push({ what: name, found: rowsIn(Number(row?.[0])), isRight: true });
  }
  return lines;
}

/** Checks that the file of a backup equals, byte for byte, the file that its manifest describes. */
export async function checkFile(path: string, { file }: Manifest): Promise<CheckResult> {
  const { bytes, sha256 } = await fileFacts(path);
  const isRight = bytes === file.bytes && sha256 === file.sha256;
  const size = `${bytes.toLocaleString("en")} bytes`;
  return {
    what: "the file",
    found: isRight ? `${size}, the same` : `${size}, another file`,
    isRight,
  };
}
