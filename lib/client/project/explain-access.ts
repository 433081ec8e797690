import { queryOptions } from "@tanstack/react-query";
import { ApiProblem } from "@/lib/client/http/problem";
import { request } from "@/lib/client/http/request";
import { fetchCount } from "@/lib/client/queries/queries";
import type { SentAccessQuery } from "@/lib/contract/access";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import { isUuid } from "@/lib/schema/values/uuid";
import { mayRead, mayUse, type ProjectContext } from "./project";

/**
 * Query that asks the API why an operation is permitted or denied. Rejects with a 404 `ApiProblem`
 * for an unknown user or key. Unless `isKnown`, a count first checks that the record exists, if the
 * current user may read it, because browsers log failed requests to the console.
 */
export function accessQuery(context: ProjectContext, ask: SentAccessQuery, isKnown: boolean) {
  return queryOptions({
    queryKey: ["records", "access", ask] as const,
    queryFn: async ({ signal }) => {
      if (!isKnown) await requireSubject(context, ask, signal);
      return request("GET /api/access", { query: ask, signal });
    },
    meta: { followsChanges: true },
  });
}

/** Returns true if the current user may ask about other users, or about keys. */
export function mayAskAbout(context: ProjectContext, whom: "people" | "keys"): boolean {
  return mayUse(context, whom === "keys" ? apiKey : member, "update");
}

async function requireSubject(
  context: ProjectContext,
  ask: SentAccessQuery,
  signal: AbortSignal,
): Promise<void> {
  const { key, user: person } = ask;
  const id = key ?? person;
  if (id === undefined) return;
  const { resource, column } = key === undefined ? peopleFor(context) : keys;
  if (isUuid(id)) {
    if (!mayRead(context, resource)) return;
    const query = { ...within(context), [column]: id };
    if ((await fetchCount(resource, query, signal)) > 0) return;
  }
  const what = key === undefined ? "user, or you cannot check their access" : "key";
  throw new ApiProblem(404, { code: "not_found", detail: `There is no such ${what}.` });
}

const keys = { resource: apiKey, column: "_id" };

function peopleFor({ me }: ProjectContext) {
  return me.isDeploymentOwner
    ? { resource: user, column: "_id" }
    : { resource: member, column: "userId" };
}

/** The API explains the access of members of this project only, except to deployment owners. */
function within({ me, project }: ProjectContext): JsonObject {
  return me.isDeploymentOwner ? {} : { projectId: project._id };
}
