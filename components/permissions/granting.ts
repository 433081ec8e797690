import { resources } from "@/lib/resources/index";
import { holdingsOf, isRole, type Role, roles, sufficientTitles } from "@/lib/schema/access";
import type { Resource, Right } from "@/lib/schema/resource";

/** The rights in the order of the reference, and how they are called in the console. */
export const rightNames: Readonly<Record<Right, string>> = {
  read: "Read",
  create: "Create",
  update: "Edit",
  delete: "Delete",
};

export const everyRight = Object.keys(rightNames) as readonly Right[];

/** What each role is for, in one sentence. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  "Project Owner": "Everything in this project, and may name other owners.",
  "Project Admin": "Everything, people and keys included; cannot name owners.",
  "Project Member": "All records of the work; people, teams and keys only to read.",
  "Read All Project Resources": "Sees everything and changes nothing.",
};

const everyResource = [...resources.values()];

/** The resources whose use is granted by titles. */
export const grantedResources: readonly Resource[] = everyResource
  .filter(({ permission }) => Object.keys(permission).length > 0)
  .sort((one, other) => one.plural.localeCompare(other.plural, "en"));

/** Without those that owners alone may read: a whole column stands for what a role may do, so they are chosen by hand. */
export const resourcesOfRoles: readonly Resource[] = grantedResources.filter(
  ({ readers }) => readers === undefined,
);

/** Every title and role that whoever holds `permissions` may grant: nobody hands on more than they have. */
export function grantableTitles(permissions: readonly string[]): ReadonlySet<string> {
  return new Set(permissions.flatMap((title) => [...holdingsOf(title, everyResource)]));
}

/** True when one of `permissions` lets its holder use `right` on `resource`. */
export function permissionsAllow(
  permissions: readonly string[],
  resource: Resource,
  right: Right,
): boolean {
  return sufficientTitles(resource, right).some((title) => permissions.includes(title));
}

/** The role that single titles come to, no more and no less; undefined when there is none. */
export function equivalentRole(titles: readonly string[]): Role | undefined {
  return roles.find((role) => {
    const own = titlesOfRole(role);
    return own.size === titles.length && titles.every((title) => own.has(title));
  });
}

/** The single titles that a role stands for. */
function titlesOfRole(role: Role): ReadonlySet<string> {
  return new Set([...holdingsOf(role, everyResource)].filter((title) => !isRole(title)));
}

/** The roles among `permissions`, from the highest, and the single titles. */
export function splitPermissions(permissions: readonly string[]): {
  readonly roles: readonly Role[];
  readonly singles: readonly string[];
} {
  return {
    roles: roles.filter((role) => permissions.includes(role)),
    singles: permissions.filter((title) => !isRole(title)),
  };
}

/** A role and what single titles add to it. */
export function addToRole(role: Role, singles: readonly string[]): readonly string[] {
  const own = titlesOfRole(role);
  return [role, ...singles.filter((title) => !own.has(title))];
}
