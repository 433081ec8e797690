import { AppError } from "@/lib/errors";
import type { Projects } from "@/lib/schema/filter";
import {
  isRole,
  ownerRole,
  sufficientTitles,
  wholeDeployment,
} from "@/lib/schema/permission-titles";
import type { Operation, Resource, Right } from "@/lib/schema/resource";
import { everyProject, type Rights } from "./caller";

/**
 * Returns the projects in which `caller` may use `right` on `resource`: `all` for a grant on the
 * whole deployment, else ids. Throws `forbidden`, naming the missing permission, if there are none.
 */
export function projectsAllowed(caller: Rights, resource: Resource, right: Right): Projects {
  const sufficient = sufficientFor(resource, right);
  const inEvery = caller.grants.get(everyProject);
  if (inEvery && holdsAny(inEvery, sufficient)) return "all";
  const projects: string[] = [];
  for (const [project, held] of caller.grants) {
    if (project !== everyProject && holdsAny(held, sufficient)) projects.push(project);
  }
  if (projects.length === 0) throw refusal(caller, resource, right);
  return projects;
}

/** Returns true if a record of `projectId` is within `projects`. */
export function includesProject(projects: Projects, projectId: string): boolean {
  return projects === "all" || projects.includes(projectId);
}

/** Returns true if the caller holds any title or role in a project. */
export function belongsTo({ grants }: Rights, projectId: string): boolean {
  return grants.has(everyProject) || grants.has(projectId);
}

function holdsAny(held: ReadonlySet<string>, titles: readonly string[]): boolean {
  for (const title of titles) if (held.has(title)) return true;
  return false;
}

type ByRight = Partial<Record<Right, readonly string[]>>;
const cache = new WeakMap<Resource, ByRight>();

function sufficientFor(resource: Resource, right: Right): readonly string[] {
  let byRight = cache.get(resource);
  if (!byRight) {
    byRight = {};
    cache.set(resource, byRight);
  }
  byRight[right] ??= sufficientTitles(resource, right);
  return byRight[right];
}

function refusal(caller: Rights, resource: Resource, right: Right): AppError {
  const details = refusalDetails(resource, right);
  const { missing, sufficient } = details;
  const attempt = `${asker[caller.type]} may not ${right} ${inSentence(resource.plural)}.`;
  if (missing === undefined) {
    return new AppError(
      "forbidden",
      `${attempt} No permission or role allows this operation.`,
      details,
    );
  }
  const roles = sufficient.filter(isRole).join(", ");
  const remedy = `${needer[caller.type]} "${missing}" or one of the roles ${roles}.`;
  return new AppError("forbidden", `${attempt} ${remedy}`, details);
}

/**
 * Returns the details of a 403: the attempt, the missing permission, and all sufficient ones.
 * Includes `projectId` if only that project refuses it.
 */
export function refusalDetails(resource: Resource, right: Right, projectId?: string) {
  const missing = resource.permission[right];
  const refused = {
    ...{ resource: resource.path, operation: right === "read" ? "list" : right },
    ...(projectId !== undefined && { projectId }),
  };
  if (missing === undefined) return { refused, sufficient: [] };
  return { refused, missing, sufficient: sufficientFor(resource, right) };
}

/** Returns the 403 for an action that needs one of `sufficient`, whatever `right` allows. */
export function refusalFor(
  detail: string,
  sufficient: readonly string[],
  { resource, right, projectId }: Tried,
): AppError {
  const { refused } = refusalDetails(resource, right, projectId);
  const missing = sufficient.at(-1);
  return new AppError("forbidden", detail, {
    ...{ refused, sufficient },
    ...(missing !== undefined && { missing }),
  });
}

/** The attempted operation and its project. Absent: in all projects or none. */
export interface Tried {
  readonly resource: Resource;
  readonly right: Right;
  readonly projectId?: string;
}

/** Returns the 403 for an action reserved to deployment owners. */
export function ownersOnly(detail: string, operation: Operation): AppError {
  const refused = { resource: wholeDeployment, operation };
  return new AppError("forbidden", detail, { ...ownerNeeded, refused });
}

/**
 * Returns the 403 for an action that needs the owner of several projects. No query to `/api/access`
 * explains it.
 */
export function ownersOfAllOnly(detail: string): AppError {
  return new AppError("forbidden", detail, ownerNeeded);
}

const ownerNeeded = { missing: ownerRole, sufficient: [ownerRole] };

const asker: Readonly<Record<Rights["type"], string>> = {
  apiKey: "This key",
  user: "You",
  system: "The system",
};

const needer: Readonly<Record<Rights["type"], string>> = {
  apiKey: "It needs",
  user: "You need",
  system: "It needs",
};

/** Converts "Alert Severities" for use in a sentence. Abbreviations such as AI and SCIM stay. */
function inSentence(title: string): string {
  return title.replace(/\S+/g, (word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
}
