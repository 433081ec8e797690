import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { activeMembershipsOf } from "@/lib/auth/sessions/session-caller";
import type { Context } from "@/lib/operations/transaction/context";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { sufficientTitles } from "@/lib/schema/permission-titles";
import { isUuid } from "@/lib/schema/values/uuid";

/**
 * Returns the condition for a query about one user; undefined for other queries. Users and the
 * entries about them belong to no project. A caller who may read a user as a member of a project
 * may read the changes since the user joined it. Earlier names are not visible to the project.
 */
export async function personEntries(
  { caller, store }: Context,
  query: JsonValue | undefined,
): Promise<Filter | undefined> {
  const id = personIn(query);
  const projects = projectsOfPeople(caller);
  if (id === undefined || projects.length === 0) return undefined;
  const [first] = await store.reader.find(member, {
    projects,
    filter: activeMembershipsOf(id),
    columns: ["createdAt"],
    sort: [{ column: "createdAt", direction: "asc" }],
    limit: 1,
  });
  if (!first) return undefined;
  const filters: Filter[] = [
    { op: "eq", column: "resource", value: user.path },
    { op: "eq", column: "recordId", value: id },
    { op: "gte", column: "at", value: String(first.createdAt) },
  ];
  return { op: "and", filters };
}

function personIn(query: JsonValue | undefined): string | undefined {
  if (!isJsonObject(query) || query.resource !== user.path) return undefined;
  const { recordId } = query;
  return typeof recordId === "string" && isUuid(recordId) ? recordId.toLowerCase() : undefined;
}

/** Returns the projects whose members the caller may read; empty if they may read all users. */
function projectsOfPeople({ grants }: Caller): string[] {
  const titles = sufficientTitles(user, "read");
  const inEvery = grants.get(everyProject);
  if (inEvery && titles.some((title) => inEvery.has(title))) return [];
  return [...grants].flatMap(([project, held]) =>
    project !== everyProject && titles.some((title) => held.has(title)) ? [project] : [],
  );
}
