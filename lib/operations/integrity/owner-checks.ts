import { incident } from "@/lib/resources/incidents/incident";
import { incidentOwnerUser } from "@/lib/resources/incidents/incident-owner-user";
import { incidentState } from "@/lib/resources/incidents/incident-state";
import type { Row } from "@/lib/schema/row";
import type { Finding } from "./finding";
import { type Inspection, mostShown } from "./inspection";

/** Finds open incidents without an owner, newest first. */
export async function openWithoutOwner(inspection: Inspection): Promise<Finding[]> {
  if (!inspection.mayRead(incident, incidentState, incidentOwnerUser)) return [];
  const states = await inspection.find(incidentState, undefined, ["isResolvedState"]);
  const open = states
    .filter((state) => state.isResolvedState !== true)
    .map(({ _id }) => String(_id));
  const column = "currentIncidentStateId";
  const about = { kind: "openWithoutOwner", column, resource: incident, by: "_id" } as const;
  const finding = await inspection.finding(about, async (found) => {
    const filter = { op: "in", column, values: open } as const;
    const sort = { column: "createdAt", direction: "desc" } as const;
    for await (const rows of inspection.pages(incident, { filter, columns: [], sort })) {
      for (const id of await ownerless(inspection, rows)) found.add(id);
      if (found.size > mostShown) return;
    }
  });
  return [finding];
}

async function ownerless(inspection: Inspection, rows: readonly Row[]): Promise<string[]> {
  const ids = rows.map(({ _id }) => String(_id));
  const filter = { op: "in", column: "incidentId", values: ids } as const;
  const owners = await inspection.find(incidentOwnerUser, filter, ["incidentId"]);
  const owned = new Set(owners.map(({ incidentId }) => incidentId));
  return ids.filter((id) => !owned.has(id));
}
