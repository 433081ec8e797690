import { AppError } from "@/lib/errors";
import { isRole, ownerRole, sufficientTitles, wholeDeployment } from "@/lib/schema/access";
import type { Projects } from "@/lib/schema/filter";
import type { Operation, Resource, Right } from "@/lib/schema/resource";
import { type Caller, everyProject } from "./caller";

/**
 * Where `caller` may use `right` on `resource`: `all` when it is held for the whole deployment, else the
 * ids of the projects where it is held. Throws `forbidden`, naming what is missing, when there is none.
 */
export function projectsAllowed(caller: Caller, resource: Resource, right: Right): Projects {
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

/** True when a record of `projectId` is within `projects`. */
export function includesProject(projects: Projects, projectId: string): boolean {
  return projects === "all" || projects.includes(projectId);
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

function refusal(caller: Caller, resource: Resource, right: Right): AppError {
  const details = refusalDetails(resource, right);
  const { missing, sufficient } = details;
  const attempt = `${asker[caller.type]} may not ${right} ${inSentence(resource.plural)}.`;
  if (missing === undefined) {
    return new AppError("forbidden", `${attempt} No permission or role allows it.`, details);
  }
  const roles = sufficient.filter(isRole).join(", ");
  const remedy = `${needer[caller.type]} "${missing}" or one of the roles ${roles}.`;
  return new AppError("forbidden", `${attempt} ${remedy}`, details);
}

/**
 * What a 403 says besides its text: what was tried, what is missing for it, and all that would do; with `projectId`
 * where it is refused in that project alone.
 */
export function refusalDetails(resource: Resource, right: Right, projectId?: string) {
  const missing = resource.permission[right];
  const refused = {
    ...{ resource: resource.path, operation: operationOf[right] },
    ...(projectId !== undefined && { projectId }),
  };
  if (missing === undefined) return { refused, sufficient: [] };
  return { refused, missing, sufficient: sufficientFor(resource, right) };
}

/** The 403 for what takes one of `sufficient`, whatever the titles for `right` allow. */
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

/** What was tried, and in which project; absent: in all or none. */
export interface Tried {
  readonly resource: Resource;
  readonly right: Right;
  readonly projectId?: string;
}

/** The 403 for what is only for owners of the whole deployment. */
export function ownersOnly(detail: string, operation: Operation): AppError {
  const refused = { resource: wholeDeployment, operation };
  return new AppError("forbidden", detail, { ...ownerNeeded, refused });
}

/** The 403 for what takes owning each of several projects: no question about one project or resource explains it. */
export function ownersOfAllOnly(detail: string): AppError {
  return new AppError("forbidden", detail, ownerNeeded);
}

const ownerNeeded = { missing: ownerRole, sufficient: [ownerRole] };

/** The operation that stands for a right. */
const operationOf: Readonly<Record<Right, Operation>> = {
  read: "list",
  create: "create",
  update: "update",
  delete: "delete",
};

const asker: Readonly<Record<Caller["type"], string>> = {
  apiKey: "This key",
  user: "You",
  system: "The system",
};

const needer: Readonly<Record<Caller["type"], string>> = {
  apiKey: "It needs",
  user: "You need",
  system: "It needs",
};

/** "Alert Severities" as it stands inside a sentence; abbreviations such as AI and SCIM stay. */
function inSentence(title: string): string {
  return title.replace(/\S+/g, (word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
}
