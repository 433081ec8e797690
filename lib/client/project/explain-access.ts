import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/http/api";
import { ApiProblem } from "@/lib/client/http/problem";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import { isUuid } from "@/lib/schema/kinds/uuid";
import type { Resource } from "@/lib/schema/resource";
import { mayRead, mayUse, type ProjectContext } from "./project";

/** What is asked: may someone use an operation of a resource in a project. */
export interface AccessQuery {
  readonly projectId: string;
  /** By its path. */
  readonly resource: string;
  readonly operation: string;
  /** The id of a person or of a key; neither: oneself. */
  readonly user?: string;
  readonly key?: string;
}

/** Whether it is permitted, and why. */
export interface AccessAnswer {
  readonly allowed: boolean;
  /** The title or role that permits it; null when nothing does or none is needed. */
  readonly decides: string | null;
  /** The title that would be needed; null when none would do. */
  readonly missing: string | null;
  /** Every role and title of which one is enough. */
  readonly sufficient: readonly string[];
  /** What they hold in the project. */
  readonly held: readonly string[];
  readonly reason: string;
}

/**
 * Asks the API, which decides, why something is or is not permitted. Rejects with a 404 `ApiProblem` for a person or key
 * that is not there; unless that `isKnown`, it is found out first where this person may read such records, because
 * browsers write failed requests to their console.
 */
export function accessQuery(context: ProjectContext, ask: AccessQuery, isKnown: boolean) {
  return queryOptions({
    queryKey: ["records", "access", ask] as const,
    queryFn: async ({ signal }) => {
      if (!isKnown) await requireSubject(context, ask, signal);
      const path = `/api/access?${new URLSearchParams({ ...ask })}`;
      return (await call<AccessAnswer>("GET", path, { signal })).data;
    },
  });
}

/** What must be held to ask about a person, or about a key. */
export function mayAskAbout(context: ProjectContext, whom: "people" | "keys"): boolean {
  return mayUse(context, whom === "keys" ? apiKey : member, "update");
}

async function requireSubject(
  context: ProjectContext,
  ask: AccessQuery,
  signal: AbortSignal,
): Promise<void> {
  const { key, user: person } = ask;
  const id = key ?? person;
  if (id === undefined) return;
  const { resource, column } = key === undefined ? peopleFor(context) : keys;
  if (isUuid(id)) {
    if (!mayRead(context, resource)) return;
    if (await isThere(resource, { ...within(context), [column]: id }, signal)) return;
  }
  const what = key === undefined ? "person, or none whose access you may ask about" : "key";
  throw new ApiProblem(404, { code: "not_found", detail: `There is no such ${what}.` });
}

const keys = { resource: apiKey, column: "_id" };

function peopleFor({ me }: ProjectContext) {
  return me.isDeploymentOwner
    ? { resource: user, column: "_id" }
    : { resource: member, column: "userId" };
}

/** Where the API answers about others: where one looks after them, as in this project, and not wherever one sees them. */
function within({ me, project }: ProjectContext): JsonObject {
  return me.isDeploymentOwner ? {} : { projectId: project._id };
}

async function isThere(
  resource: Resource,
  query: JsonObject,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `/api/${resource.path}/count`;
  const { data } = await call<{ count: number }>("POST", path, { body: { query }, signal });
  return data.count > 0;
}
