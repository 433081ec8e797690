import { resources } from "@/lib/resources/index";
import {
  holdingsOf,
  isRole,
  type Role,
  roles,
  sufficientTitles,
} from "@/lib/schema/permission-titles";
import type { Resource, Right } from "@/lib/schema/resource";

/** The rights in the order of the reference, with their names in the console. */
export const rightNames: Readonly<Record<Right, string>> = {
  read: "Read",
  create: "Create",
  update: "Edit",
  delete: "Delete",
};

/** Purpose of each role, in one sentence. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  "Project Owner": "Full access to this project, and can add owners.",
  "Project Admin": "Full access including users and API keys; cannot add owners.",
  "Project Member": "Edits all work records; reads users, teams and API keys.",
  "Read All Project Resources": "Reads everything, changes nothing.",
};

const everyResource = [...resources.values()];

/** Resources whose use is granted by permission titles. */
export const grantedResources: readonly Resource[] = everyResource
  .filter(({ permission }) => Object.keys(permission).length > 0)
  .sort((one, other) => one.plural.localeCompare(other.plural, "en"));

/**
 * Granted resources, without those that only owners may read. A whole column stands for the
 * permissions of a role, so those others are chosen one by one.
 */
export const resourcesOfRoles: readonly Resource[] = grantedResources.filter(
  ({ readers }) => readers === undefined,
);

/**
 * Returns every title and role that a holder of `permissions` may grant. Nobody can grant more than
 * they hold.
 */
export function grantableTitles(permissions: readonly string[]): ReadonlySet<string> {
  return new Set(permissions.flatMap((title) => [...holdingsOf(title, everyResource)]));
}

/** Returns true when one of `permissions` allows `right` on `resource`. */
export function permissionsAllow(
  permissions: readonly string[],
  resource: Resource,
  right: Right,
): boolean {
  return sufficientTitles(resource, right).some((title) => permissions.includes(title));
}

/** Returns the role that equals the single titles; undefined when there is none. */
export function equivalentRole(titles: readonly string[]): Role | undefined {
  return roles.find((role) => {
    const own = titlesOfRole(role);
    return own.size === titles.length && titles.every((title) => own.has(title));
  });
}

/** Returns the single titles that a role includes. */
function titlesOfRole(role: Role): ReadonlySet<string> {
  return new Set([...holdingsOf(role, everyResource)].filter((title) => !isRole(title)));
}

/** Returns the roles among `permissions`, from the highest, and the single titles. */
export function splitPermissions(permissions: readonly string[]): {
  readonly roles: readonly Role[];
  readonly singles: readonly string[];
} {
  return {
    roles: roles.filter((role) => permissions.includes(role)),
    singles: permissions.filter((title) => !isRole(title)),
  };
}

/** Returns a role and the single titles that it does not include. */
export function addToRole(role: Role, singles: readonly string[]): readonly string[] {
  const own = titlesOfRole(role);
  return [role, ...singles.filter((title) => !own.has(title))];
}
