import { type Caller, everyProject, type Rights } from "@/lib/auth/grants/caller";
import {
  includesProject,
  projectsAllowed,
  refusalDetails,
  refusalFor,
} from "@/lib/auth/grants/permission";
import { AppError, type Fault, invalid } from "@/lib/errors";
import type { Draft, Rules, Transaction } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { savedView, viewAdministrators } from "@/lib/resources/settings/saved-view";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { faultAt, nearest } from "@/lib/schema/pointer";
import type { Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/**
 * Every member of a project sees its shared views and has private ones. Callers who may create
 * saved views there create shared ones; their owners and administrators change them.
 */
export const savedViewRules: Rules = {
  visibility: (caller) => ({
    resource: savedView,
    projects: projectsOf(caller),
    filter: { op: "or", filters: [isShared, ...ownViews(caller)] },
  }),
  writing: projectsOf,
  async beforeCreate(transaction, draft) {
    const { caller } = transaction.context;
    draft.ownerUserId = caller.type === "user" ? caller.id : null;
    check(draft);
    assertOwned(caller, draft, "create");
    if (draft.visibility === "project") assertMayShare(caller, draft);
    await keepOneDefault(transaction, draft);
  },
  async beforeUpdate(transaction, before, patch, sent) {
    const { caller } = transaction.context;
    assertMayChange(caller, before, "update");
    check(patch);
    assertOwned(caller, { ...before, ...patch }, "update");
    if (patch.visibility === "project") assertMayShare(caller, before);
    // A default that changes hands would take the place of another default that nobody named.
    if (patch.visibility !== undefined && sent.isDefault === undefined) patch.isDefault = false;
    await keepOneDefault(transaction, { ...before, ...patch });
  },
  beforeRemove: async ({ context }, row) => assertMayChange(context.caller, row, "delete"),
};

const isShared: Filter = { op: "eq", column: "visibility", value: "project" };

function ownViews({ type, id }: Rights): Filter[] {
  return type === "user" ? [{ op: "eq", column: "ownerUserId", value: id }] : [];
}

function projectsOf({ grants }: Rights): Projects {
  return grants.has(everyProject) ? "all" : [...grants.keys()];
}

function check({ resource, visibility }: Draft): void {
  const faults: Fault[] = [];
  if (resource !== undefined && !resources.has(String(resource))) {
    const near = nearest(String(resource), resources.keys());
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    faults.push(faultAt(["data", "resource"], "resource", `must be the path of a resource${hint}`));
  }
  if (visibility !== undefined && visibility !== "private" && visibility !== "project") {
    faults.push(faultAt(["data", "visibility"], "visibility", 'must be "private" or "project"'));
  }
  if (faults.length > 0) throw invalid(faults);
}

/** Throws 403 for a private view without an owner, because no caller could see it. */
function assertOwned({ type }: Caller, row: Row, right: Right): void {
  const { visibility, ownerUserId = null, projectId } = row;
  if (visibility === "project" || (type === "user" && ownerUserId !== null)) return;
  const detail = 'Only a person can have a private view. Send "visibility": "project".';
  const tried = { resource: savedView, right, projectId: String(projectId) };
  throw refusalFor(detail, [], tried);
}

function assertMayShare(caller: Caller, row: Row): void {
  const projects = projectsAllowed(caller, savedView, "create");
  const projectId = String(row.projectId);
  if (includesProject(projects, projectId)) return;
  const details = refusalDetails(savedView, "create", projectId);
  throw new AppError(
    "forbidden",
    "You do not have permission to share views in this project.",
    details,
  );
}

/** Throws 403 for a shared view that the caller may not change. No other view is visible. */
function assertMayChange(caller: Caller, row: Row, right: Right): void {
  if (caller.type === "user" && row.ownerUserId === caller.id) return;
  if (isAdmin(caller, row.projectId ?? null)) return;
  const detail = "Only its owner and administrators of the project may change this view.";
  const tried = { resource: savedView, right, projectId: String(row.projectId) };
  throw refusalFor(detail, viewAdministrators, tried);
}

function isAdmin({ grants }: Caller, projectId: JsonValue): boolean {
  const held = [...(grants.get(String(projectId)) ?? []), ...(grants.get(everyProject) ?? [])];
  return held.some((title) => viewAdministrators.includes(title));
}

/** A list has at most one default view: the user's own, else the project's. */
async function keepOneDefault(transaction: Transaction, row: Row): Promise<void> {
  if (row.isDefault !== true) return;
  const { projectId, resource, visibility, ownerUserId } = row;
  const same: Filter[] = [
    { op: "eq", column: "resource", value: String(resource) },
    { op: "eq", column: "visibility", value: String(visibility) },
    { op: "eq", column: "isDefault", value: true },
    { op: "ne", column: "_id", value: String(row._id) },
  ];
  const own: Filter = { op: "eq", column: "ownerUserId", value: String(ownerUserId) };
  const others = await transaction.writer.find(savedView, {
    projects: [String(projectId)],
    filter: { op: "and", filters: visibility === "private" ? [...same, own] : same },
    columns: ["_id", "projectId", "version", "updatedAt"],
  });
  for (const other of others)
    await transaction.changes.update(savedView, other, { isDefault: false });
}
