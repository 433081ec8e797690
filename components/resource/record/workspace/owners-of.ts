import { mayRead, type ProjectContext } from "@/lib/client/project/project";
import type { LabelRequest } from "@/lib/client/queries/label-batch";
import type { StoryGlance } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";

/** The users and teams that own a record. */
export type Owners = NonNullable<StoryGlance["owners"]>;

/**
 * Returns the owners of a record, as far as the user may read them; undefined until they are known, and
 * if none is known while the user may not read all of them.
 */
export function ownersOf(
  context: ProjectContext,
  resource: Resource,
  record: Row,
  glance: StoryGlance | null | undefined,
): Owners | undefined {
  if (resource.assignedTo) return assigned(resource, record);
  const owners = glance?.owners ?? undefined;
  const tellsAll = (resource.ownedBy ?? []).every((path) => mayReadAt(context, path));
  return owners?.length === 0 && !tellsAll ? undefined : owners;
}

/** Returns true if the owners of a record may be shown. */
export function mayReadOwners(context: ProjectContext, resource: Resource): boolean {
  const { assignedTo, ownedBy = [] } = resource;
  return assignedTo !== undefined || ownedBy.some((path) => mayReadAt(context, path));
}

function mayReadAt(context: ProjectContext, path: string): boolean {
  const resource = resourceAt(path);
  return resource !== undefined && mayRead(context, resource);
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
  if (!held) return isRead ? [] : undefined;
  return [{ resource: held.field.to ?? "", _id: String(record[held.name]) }];
}

/** Returns the ids of owners by resource, whose names a page needs. */
export function ownerIds(owners: Owners = []): LabelRequest {
  const ids: Record<string, string[]> = {};
  for (const { resource, _id } of owners) ids[resource] = [...(ids[resource] ?? []), _id];
  return ids;
}
