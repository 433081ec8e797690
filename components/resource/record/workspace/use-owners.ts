import { useQueries } from "@tanstack/react-query";
import { relatedQuery, useRelatedSets } from "@/components/resource/record/related/related-tab";
import { useDocumentReads } from "@/lib/client/document/document-read";
import { useProject } from "@/lib/client/project/project";
import type { LabelRequest } from "@/lib/client/queries/label-batch";
import { lifecycleOf } from "@/lib/client/saving/lifecycle";
import { resourceAt } from "@/lib/resources/index";
import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** The owners of a record, as far as the user may read them. */
export interface Owners {
  /** The resource of an owner: users or teams. */
  readonly path: string;
  readonly ids: readonly string[];
  readonly count: number;
}

/** Reads the owners of a record into the document. */
export function useOwnersRead(resource: Resource, record: Row): void {
  const { project } = useProject();
  useDocumentReads(useOwnerSets(resource, record).map((set) => relatedQuery(set, project._id)));
}

function useOwnerSets(resource: Resource, record: Row) {
  const of = lifecycleOf(resource)?.owners;
  return useRelatedSets(resource, record).filter((set) => set.resource === of);
}

/** Returns the owners of a record; undefined without owners to read, and while they load. */
export function useOwners(resource: Resource, record: Row): Owners | undefined {
  const { project } = useProject();
  const of = lifecycleOf(resource)?.owners;
  const sets = useOwnerSets(resource, record);
  const [read] = useQueries({ queries: sets.map((set) => relatedQuery(set, project._id)) });
  const data = read?.data;
  if (resource.assignedTo) return assigned(resource, record);
  if (!of || !data) return undefined;
  const owner = shapeOf(of).columns.find(
    ({ field }) => field.writtenBy !== "server" && resourceAt(field.to ?? "")?.canOwn,
  );
  if (!owner) return undefined;
  const ids = data.data.map((row) => row[owner.name]).filter((id) => typeof id === "string");
  return { path: owner.field.to ?? "", ids: [...new Set(ids)], count: data.count };
}

/** Returns the user that a record is assigned to, else its team; undefined if neither is read. */
function assigned(resource: Resource, record: Row): Owners | undefined {
  const held = shapeOf(resource).columns.find(
    ({ relation = "", name }) =>
      resource.assignedTo?.includes(relation) && typeof record[name] === "string",
  );
  const isRead = shapeOf(resource).columns.some(
    ({ relation = "", name }) =>
      resource.assignedTo?.includes(relation) && record[name] !== undefined,
  );
  if (!held) return isRead ? { path: user.path, ids: [], count: 0 } : undefined;
  return { path: held.field.to ?? "", ids: [String(record[held.name])], count: 1 };
}

/** Returns the ids of owners by resource, whose names a page needs. */
export function ownerIds(owners: Owners | undefined): LabelRequest {
  return owners && owners.ids.length > 0 ? { [owners.path]: owners.ids } : {};
}
