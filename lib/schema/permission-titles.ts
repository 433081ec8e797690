import { everyRight, type Operation, type Resource, type Right } from "./resource";

/** The roles of the reference (Authentication), from the highest to the lowest. */
export const roles = [
  "Project Owner",
  "Project Admin",
  "Project Member",
  "Read All Project Resources",
] as const;

export type Role = (typeof roles)[number];

const [owner, admin, member, readAll] = roles;

/** Stands in for a resource in grants for the whole deployment, held only by its owners. */
export const wholeDeployment = "deployment";

/** The role of the owners of the whole deployment and of the owners of a project. */
export const ownerRole: Role = owner;

/** Returns the right that an operation needs. List, get and count all need `read`. */
export function rightOf(operation: Operation): Right {
  const isWrite = operation === "create" || operation === "update" || operation === "delete";
  return isWrite ? operation : "read";
}

/** Returns true for the name of a role, false for the title of a single permission. */
export function isRole(title: string): title is Role {
  return (roles as readonly string[]).includes(title);
}

/**
 * Returns the roles and titles that each allow `right` on `resource`: roles from the highest, then
 * the resource's own title, then the role that reads all. Empty when the resource names no title
 * for the right; then nobody has it.
 */
export function sufficientTitles(resource: Resource, right: Right): readonly string[] {
  const title = resource.permission[right];
  if (title === undefined) return [];
  if (right === "read" && resource.readers === "owners") return [owner, title];
  if (right === "read") return [owner, admin, member, title, readAll];
  return resource.writers === "admins" ? [owner, admin, title] : [owner, admin, member, title];
}

/** Returns all grantable roles and titles: roles first, then titles in the order of `resources`. */
export function knownTitles(resources: Iterable<Resource>): readonly string[] {
  const titles = [...resources].flatMap((resource) => Object.values(resource.permission));
  return [...new Set([...roles, ...titles])];
}

/**
 * Returns the roles and titles that a holder of `title` may use and grant. A role covers every
 * title it may use and all lower roles; any other title covers only itself.
 */
export function holdingsOf(title: string, resources: readonly Resource[]): ReadonlySet<string> {
  if (!isRole(title)) return new Set([title]);
  return new Set([...beneath[title], ...titlesUsableBy(title, resources)]);
}

/** Returns every role and title whose holder may grant `title`. The least powerful comes last. */
export function holdersOf(title: string, resources: readonly Resource[]): readonly string[] {
  const above = roles.filter((role) => role !== title && holdingsOf(role, resources).has(title));
  return [...above, title];
}

const beneath: Readonly<Record<Role, readonly Role[]>> = {
  "Project Owner": roles,
  "Project Admin": [admin, member, readAll],
  "Project Member": [member, readAll],
  "Read All Project Resources": [readAll],
};

/** If several resources share a title, it counts only when the role suffices for all of them. */
function titlesUsableBy(role: Role, resources: readonly Resource[]): Set<string> {
  const usable = new Set<string>();
  const unusable = new Set<string>();
  for (const resource of resources) {
    for (const right of everyRight) {
      const title = resource.permission[right];
      if (title === undefined) continue;
      (sufficientTitles(resource, right).includes(role) ? usable : unusable).add(title);
    }
  }
  for (const title of unusable) usable.delete(title);
  return usable;
}
