import { resourceAt } from "@/lib/resources";
import { flagsOf, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import type { Check, Inspection } from "./inspection";

/**
 * Finds open records without an owner, newest first. Returns nothing for a resource whose lifecycle
 * expects no owners.
 */
export async function openWithoutOwner(
  inspection: Inspection,
  resource: Resource,
): Promise<Check[]> {
  const { owners } = resource.lifecycle ?? {};
  const state = stateColumn(resource);
  const states = resourceAt(state?.field.to ?? "");
  const owning = resourceAt(owners?.path ?? "");
  if (!owners?.expected || !state || !states || !owning) return [];
  if (!inspection.mayRead(resource, states, owning)) return [];
  const { resolved } = flagsOf(states);
  const found = await inspection.find(states, undefined, [resolved]);
  const open = found.filter((row) => row[resolved] !== true).map(({ _id }) => String(_id));
  const search = async function* () {
    const filter = { op: "in", column: state.name, values: open } as const;
    const sort = { column: "createdAt", direction: "desc" } as const;
    for await (const rows of inspection.pages(resource, { filter, columns: [], sort })) {
      yield await withoutOwner(inspection, resource, owning, rows);
    }
  };
  return [{ kind: "openWithoutOwner", column: state.name, resource, search }];
}

async function withoutOwner(
  inspection: Inspection,
  resource: Resource,
  owning: Resource,
  rows: readonly Row[],
): Promise<string[]> {
  const column = shapeOf(owning).columns.find(({ field }) => field.to === resource.path)?.name;
  if (column === undefined) return [];
  const ids = rows.map(({ _id }) => String(_id));
  const filter = { op: "in", column, values: ids } as const;
  const owners = await inspection.find(owning, filter, [column]);
  const owned = new Set(owners.map((row) => row[column]));
  return ids.filter((id) => !owned.has(id));
}
