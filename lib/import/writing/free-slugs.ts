import { makeSlugs } from "@/lib/operations/derived/slug";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/port/new-id";

/**
 * Returns the rows with slugs that no other record of the deployment has, and the ids of those whose
 * slug had to change. A record without a slug gets one.
 */
export async function freeSlugs(
  tx: Transaction,
  resource: Resource,
  rows: readonly Row[],
): Promise<{ readonly free: readonly Row[]; readonly changed: readonly string[] }> {
  const column = shapeOf(resource).columns.find(({ field }) => kindOf(field).codec.isUnique);
  if (!column || rows.length === 0) return { free: rows, changed: [] };
  const { name } = column;
  const slugs = rows.flatMap((row) => (typeof row[name] === "string" ? [row[name]] : []));
  const holders = await tx.writer.find(resource, {
    projects: "all",
    filter: { op: "in", column: name, values: slugs },
    columns: [name],
    includeDeleted: true,
  });
  const taken = new Set(holders.map((holder) => holder[name]));
  const free: Row[] = [];
  const changed: string[] = [];
  for (const row of rows) {
    const sent = row[name] ?? null;
    if (sent !== null && !taken.has(sent)) {
      taken.add(sent);
      free.push(row);
      continue;
    }
    const draft = { ...row };
    await makeSlugs(tx, resource, draft);
    while (taken.has(draft[name])) {
      // The records of this page are not stored yet, so only `taken` knows their slugs.
      draft[name] = `${draft[name]}-${newId().slice(-6)}`;
      await makeSlugs(tx, resource, draft);
    }
    taken.add(draft[name]);
    free.push(draft);
    if (sent !== null) changed.push(String(row._id));
  }
  return { free, changed };
}
