import { randomInt } from "node:crypto";
import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

const lengthMax = 240;
const suffixLength = 5;

/** Gives a new record its slug, from the slug sent or from the field that the definition names. */
export async function makeSlugs(
  transaction: Transaction,
  resource: Resource,
  row: Draft,
): Promise<void> {
  for (const column of slugColumns(resource)) {
    const wanted = row[column.name] ?? row[column.field.slugFrom ?? ""];
    row[column.name] = await freeSlug(transaction, resource, column, String(wanted ?? ""), null);
  }
}

/**
 * Normalizes a slug that an update sets. A new title alone does not change the slug, because it is
 * an address.
 */
export async function remakeSlugs(
  transaction: Transaction,
  resource: Resource,
  before: Row,
  patch: Draft,
): Promise<void> {
  for (const column of slugColumns(resource)) {
    const wanted = patch[column.name];
    if (typeof wanted !== "string") continue;
    patch[column.name] = await freeSlug(transaction, resource, column, wanted, before._id);
  }
}

/**
 * Returns a text in lower case, words joined by hyphens, without accents: "Zürich is down!" becomes
 * "zurich-is-down".
 */
export function slugOf(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return [...(words ?? []).join("-")].slice(0, lengthMax).join("").replace(/-$/, "");
}

function slugColumns(resource: Resource): Column[] {
  return shapeOf(resource).columns.filter(({ field }) => field.slugFrom !== undefined);
}

async function freeSlug(
  { writer }: Transaction,
  resource: Resource,
  column: Column,
  wanted: string,
  /**
   * Id of the record that may already hold the slug; null for a new record, whose id may also be in
   * use.
   */
  ownId: Row[string] | undefined,
): Promise<string> {
  const base = slugOf(wanted) || resource.path;
  let slug = base;
  while (true) {
    const holders = await writer.find(resource, {
      projects: "all",
      filter: { op: "eq", column: column.name, value: slug },
      columns: ["_id"],
      // A deleted project keeps its slugs until its last record is deleted.
      includeDeleted: true,
      limit: 1,
    });
    if (holders.every((holder) => holder._id === ownId)) return slug;
    slug = `${base}-${randomInt(36 ** suffixLength)
      .toString(36)
      .padStart(suffixLength, "0")}`;
  }
}
