import { everyProject, type Rights } from "@/lib/auth/grants/caller";
import { projectsAllowed } from "@/lib/auth/grants/permission";
import { ownsDeployment } from "@/lib/operations/rows/person";
import type { Rules, Visibility } from "@/lib/operations/transaction/transaction";
import { user } from "@/lib/resources/settings/user";
import { accessLog, accessLogOfProjects } from "@/lib/resources/system/access-log";
import type { Filter } from "@/lib/schema/filter";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { sufficientTitles } from "@/lib/schema/permission-titles";

/**
 * Users read the events of their own account, with address and device, if the query names that
 * account. Project owners read the events of the project and the sign-ins of its members, without
 * address and device. Deployment owners read everything.
 */
export const accessLogRules: Rules = {
  visibility: (caller) => ofDeployment(caller) ?? ofProjects(caller) ?? ofCaller(caller),
  async visibilityFor({ caller }, query) {
    const asksForOwn = caller.type === "user" && accountIn(query) === caller.id;
    return asksForOwn && !ownsDeployment(caller) ? ofCaller(caller) : undefined;
  },
};

function ofDeployment(caller: Rights): Visibility | undefined {
  if (ownsDeployment(caller)) return { resource: accessLog, projects: "all" };
  if (!mayRead(caller.grants.get(everyProject))) return undefined;
  return { resource: accessLogOfProjects, projects: "all" };
}

function ofProjects(caller: Rights): Visibility | undefined {
  const projects = [...caller.grants].flatMap(([project, held]) =>
    project !== everyProject && mayRead(held) ? [project] : [],
  );
  if (projects.length === 0) return undefined;
  const filters: Filter[] = [
    { op: "in", column: "projectId", values: projects },
    { op: "and", filters: [isSignIn, { ...isPerson, projects }] },
    ...(caller.type === "user" ? [isOf(caller)] : []),
  ];
  return { resource: accessLogOfProjects, projects: "all", filter: { op: "or", filters } };
}

/** Throws the 403 of the permission table for a key, which has no account. */
function ofCaller(caller: Rights): Visibility {
  if (caller.type !== "user") {
    return { resource: accessLogOfProjects, projects: projectsAllowed(caller, accessLog, "read") };
  }
  return { resource: accessLog, projects: "all", filter: isOf(caller) };
}

const isSignIn: Filter = {
  op: "in",
  column: "event",
  values: ["sign_in", "sign_in_refused", "sign_out"],
};

/** An entry about an account belongs to no project. */
const isPerson = {
  op: "related",
  column: "accountId",
  to: user.path,
  filter: { op: "and", filters: [] },
  ofAnyProject: true,
} as const;

function isOf({ id }: Rights): Filter {
  return { op: "eq", column: "accountId", value: id };
}

function mayRead(held: ReadonlySet<string> | undefined): boolean {
  return sufficientTitles(accessLog, "read").some((title) => held?.has(title));
}

function accountIn(query: JsonValue | undefined): string | undefined {
  const asked = isJsonObject(query) ? query.accountId : undefined;
  return typeof asked === "string" ? asked.toLowerCase() : undefined;
}
