import type { Fault } from "@/lib/errors";
import { resources } from "@/lib/resources/index";
import type { JsonValue } from "@/lib/schema/json";
import { holdersOf, holdingsOf, knownTitles } from "@/lib/schema/permission-titles";
import { faultAt, nearestAfter } from "@/lib/schema/pointer";
import { type Caller, everyProject } from "./caller";
import { refusalFor, type Tried } from "./permission";

/** Returns faults of a `permissions` list. It must name at least one title or role that exists. */
export function permissionFaults(permissions: JsonValue | undefined): readonly Fault[] {
  const field = "permissions";
  if (!Array.isArray(permissions) || permissions.length === 0) {
    return [
      faultAt(["data", field], field, "must be an array with at least one permission or role"),
    ];
  }
  const known = knownTitles(resources.values());
  const faults: Fault[] = [];
  for (const [index, title] of permissions.entries()) {
    const problem = titleProblem(title, known, faults.length);
    if (problem !== undefined) faults.push(faultAt(["data", field, index], field, problem));
  }
  return faults;
}

/**
 * Throws `forbidden` unless `caller` holds each of `permissions` in the project. Nobody can grant
 * more than they hold. A null `projectId` means the whole deployment. `tried` is the resource and
 * right of the grant's record.
 */
export function assertHeld(
  caller: Caller,
  permissions: readonly string[],
  projectId: string | null,
  tried: Pick<Tried, "resource" | "right">,
): void {
  const missing = firstUnheld(caller, permissions, projectId);
  if (missing === undefined) return;
  const where = projectId === null ? "for the whole deployment" : "in this project";
  const who = caller.type === "user" ? "you do not hold it" : "the caller does not hold it";
  const detail = `"${missing}" cannot be granted ${where}: ${who} there.`;
  throw refusalFor(detail, holdersOf(missing, [...resources.values()]), {
    ...tried,
    ...(projectId !== null && { projectId }),
  });
}

/** Returns the first of `permissions` that `caller` lacks in the project; undefined if none. */
export function firstUnheld(
  caller: Caller,
  permissions: readonly string[],
  projectId: string | null,
): string | undefined {
  const held = heldIn(caller, projectId);
  return permissions.find((title) => !held.has(title));
}

function heldIn(caller: Caller, projectId: string | null): ReadonlySet<string> {
  const everywhere = caller.grants.get(everyProject) ?? [];
  const here = projectId === null ? [] : (caller.grants.get(projectId) ?? []);
  const all = [...resources.values()];
  return new Set([...everywhere, ...here].flatMap((title) => [...holdingsOf(title, all)]));
}

function titleProblem(
  title: JsonValue,
  known: readonly string[],
  earlier: number,
): string | undefined {
  if (typeof title !== "string") return "must hold the names of permissions as text";
  if (known.includes(title)) return undefined;
  const near = nearestAfter(earlier, title, known);
  return near === undefined
    ? 'may only hold titles such as "Read Incident" and roles such as "Project Member"'
    : `holds a permission that does not exist; did you mean "${near}"?`;
}
