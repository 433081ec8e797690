import { resourceAt } from "@/lib/resources";
import { ownerKinds } from "@/lib/schema/filter-text/owners";
import { columnTo, flagsOf, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Check, Inspection } from "./inspection";

/**
 * Finds open records that no user and no team owns, newest first. Returns nothing for a resource whose
 * lifecycle expects no owner.
 */
export async function openWithoutOwner(
  inspection: Inspection,
  resource: Resource,
): Promise<Check[]> {
  const state = stateColumn(resource);
  const states = resourceAt(state?.field.to ?? "");
  if (!resource.lifecycle?.expectsOwner || !state || !states) return [];
  const owning = ownerKinds(resource, resourceAt).flatMap((kind) => kind.resource ?? []);
  if (!inspection.mayRead(resource, states, ...owning)) return [];
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
  owning: readonly Resource[],
  rows: readonly Row[],
): Promise<string[]> {
  let ids = rows.map(({ _id }) => String(_id));
  for (const kind of owning) {
    const column = columnTo(kind, resource);
    if (column === undefined || ids.length === 0) continue;
    const owners = await inspection.find(kind, { op: "in", column, values: ids }, [column]);
    const owned = new Set(owners.map((row) => row[column]));
    ids = ids.filter((id) => !owned.has(id));
  }
  return ids;
}
