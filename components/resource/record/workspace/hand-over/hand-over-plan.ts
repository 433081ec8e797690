import { mayRead, mayUse, type ProjectContext } from "@/lib/client/project/project";
import { resourceAt, resources } from "@/lib/resources/index";
import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Records that join a user to the record, with a role or as its owner. */
export interface PersonKind {
  readonly resource: Resource;
  /** The column that holds the record's id. */
  readonly parent: Column;
  readonly person: Column;
}

/** Records that join a user to the record in a role. */
export interface RoleKind extends PersonKind {
  readonly role: Column;
  readonly roles: Resource;
  /** The flag of the role that leads. */
  readonly leads: string;
}

/** The ways in which the user may hand a record over. */
export interface HandOverPlan {
  readonly owner: PersonKind | undefined;
  /** The column of the record itself that holds the user in charge. */
  readonly assigned: Column | undefined;
  readonly lead: RoleKind | undefined;
}

/** Returns true if the user may set an owner of records of a resource. */
export function mayHandOver(context: ProjectContext, of: Resource): boolean {
  const { owner, assigned } = handOverPlan(context, of);
  return owner !== undefined || assigned !== undefined;
}

/** Returns the ways in which the user may hand records of a resource over. */
export function handOverPlan(context: ProjectContext, of: Resource): HandOverPlan {
  const kinds = [...resources.values()].flatMap((resource) => personKinds(context, resource, of));
  const lead = kinds.flatMap((kind) => roleKind(context, kind))[0];
  const owner = kinds.find(({ resource }) => resource !== lead?.resource && !hasRole(resource));
  const assigned = mayUse(context, of, "update") ? shapeOf(of).columns.find(isPerson) : undefined;
  return { owner, assigned, lead };
}

function personKinds(context: ProjectContext, resource: Resource, of: Resource): PersonKind[] {
  const { columns } = shapeOf(resource);
  const person = columns.find(isPerson);
  const parent = columns.find(({ relation, field }) => relation && field.to === of.path);
  const isOpen =
    resource.story?.kind === "person" &&
    mayRead(context, resource) &&
    mayUse(context, resource, "create");
  return isOpen && person && parent ? [{ resource, parent, person }] : [];
}

function roleKind(context: ProjectContext, kind: PersonKind): RoleKind[] {
  const role = shapeOf(kind.resource).columns.find(isRole);
  const roles = resourceAt(role?.field.to ?? "");
  const leads = roles?.leads;
  const isOpen = mayUse(context, kind.resource, "update");
  if (!isOpen || !role || !roles || leads === undefined || !mayRead(context, roles)) return [];
  return [{ ...kind, role, roles, leads }];
}

function hasRole(resource: Resource): boolean {
  return shapeOf(resource).columns.some(isRole);
}

function isRole({ relation, field }: Column): boolean {
  return relation !== undefined && resourceAt(field.to ?? "")?.leads !== undefined;
}

function isPerson({ relation, field }: Column): boolean {
  return relation !== undefined && field.to === user.path && field.writtenBy !== "server";
}
