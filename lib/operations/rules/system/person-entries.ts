import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { activeMembershipsOf } from "@/lib/auth/sessions/session-caller";
import type { Context } from "@/lib/operations/transaction/context";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import { sufficientTitles } from "@/lib/schema/access";
import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { isUuid } from "@/lib/schema/kinds/uuid";

/**
 * People belong to no project, and neither do the entries about them. Who may read a person as one of a project's
 * people may read what was changed about them since they came there: what they were called before is not the
 * project's to know. Answers the filter for a query that asks for one person, undefined for all others.
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

/** The projects whose people the caller may read, but for those who may read everybody. */
function projectsOfPeople({ grants }: Caller): string[] {
  const titles = sufficientTitles(user, "read");
  const inEvery = grants.get(everyProject);
  if (inEvery && titles.some((title) => inEvery.has(title))) return [];
  return [...grants].flatMap(([project, held]) =>
    project !== everyProject && titles.some((title) => held.has(title)) ? [project] : [],
  );
}
