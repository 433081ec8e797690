import type { Operation, Resource, Right } from "./resource";

/** The roles of the reference (Authentication), from the highest to the lowest. */
export const roles = [
  "Project Owner",
  "Project Admin",
  "Project Member",
  "Read All Project Resources",
] as const;

export type Role = (typeof roles)[number];

const [owner, admin, member, readAll] = roles;

/** In place of a resource: what is about no project, and so for owners of the whole deployment alone. */
export const wholeDeployment = "deployment";

/** The role that is held for the whole deployment by who owns it, and for a project by who owns that. */
export const ownerRole: Role = owner;

const rights: Readonly<Record<Operation, Right>> = {
  list: "read",
  get: "read",
  count: "read",
  create: "create",
  update: "update",
  delete: "delete",
};

/** The right that an operation needs; list, get and count are all reading. */
export function rightOf(operation: Operation): Right {
  return rights[operation];
}

/** True for the name of a role, as opposed to the title of one permission. */
export function isRole(title: string): title is Role {
  return (roles as readonly string[]).includes(title);
}

/**
 * Everything that lets a caller use `right` on `resource`, any one of which is enough: roles from the
 * highest, then the resource's own title, then the role that reads all. Empty when the resource names no
 * title for the right: then nobody has it.
 */
export function sufficientTitles(resource: Resource, right: Right): readonly string[] {
  const title = resource.permission[right];
  if (title === undefined) return [];
  if (right === "read" && resource.readers === "owners") return [owner, title];
  if (right === "read") return [owner, admin, member, title, readAll];
  return resource.writers === "admins" ? [owner, admin, title] : [owner, admin, member, title];
}

/** Every role and title that can be granted: roles first, then titles in the order of `resources`. */
export function knownTitles(resources: Iterable<Resource>): readonly string[] {
  const titles = [...resources].flatMap((resource) => Object.values(resource.permission));
  return [...new Set([...roles, ...titles])];
}

/**
 * What the holder of `title` may do, and so may grant: for a role every title it may use and the roles
 * beneath it, for any other title just itself.
 */
export function holdingsOf(title: string, resources: readonly Resource[]): ReadonlySet<string> {
  if (!isRole(title)) return new Set([title]);
  return new Set([...beneath[title], ...titlesUsableBy(title, resources)]);
}

/** Every role and title whose holder may grant `title`, any one of which is enough; the least last. */
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

/** A title that stands for several resources counts only when the role is enough for all of them. */
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

const everyRight: readonly Right[] = ["read", "create", "update", "delete"];
