import { useQuery } from "@tanstack/react-query";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { mayRead, useProject } from "@/lib/client/project/project";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { incidentOwnerUser } from "@/lib/resources/incidents/incident-owner-user";

/** The ids of the users who own records, by record. */
export type OwnersByRecord = ReadonlyMap<string, readonly string[]>;

/** Returns the owners of incidents; empty without permission to read them, and while they load. */
export function useOwnersOf(incidentIds: readonly string[]): OwnersByRecord {
  const context = useProject();
  const query = listQuery(incidentOwnerUser, {
    select: { incidentId: true, userId: true },
    query: inProject(incidentOwnerUser, context.project._id, { incidentId: incidentIds }),
    ...({ limit: 100, cursor: "", count: "none" } as const),
  });
  const isAsked = incidentIds.length > 0 && mayRead(context, incidentOwnerUser);
  useDocumentRead(query, isAsked);
  const { data } = useQuery({ ...query, enabled: isAsked });
  const owners = new Map<string, string[]>();
  for (const { incidentId, userId } of data?.data ?? []) {
    const id = String(incidentId);
    owners.set(id, [...(owners.get(id) ?? []), String(userId)]);
  }
  return owners;
}
