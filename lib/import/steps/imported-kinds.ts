import { resources } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Kinds that a OneUptime server does not have, or that it does not show whole: the secrets of its
 * keys stay valid there only, and no key may list files.
 */
const ownKinds: ReadonlySet<string> = new Set([
  ...["member", "invitation", "preference", "saved-view", "change-log", "access-log"],
  ...["api-key", "file"],
]);

const kindsOfOneUptime: readonly string[] = [
  ...["api-key-permission", "team-permission", "scheduled-maintenance"],
  "incident-episode-member",
  ...["on-call-duty-policy-escalation-rule-schedule", "on-call-duty-policy-owner-team"],
  ...["incident-note-template", "alert-note-template"],
];

/** Returns the paths of kinds of OneUptime that belong to those here and have no counterpart. */
export function foreignKinds(): readonly string[] {
  return kindsOfOneUptime.filter((path) => !resources.has(path));
}

/**
 * Returns the kinds to import, the project first. A kind comes after those that its records refer
 * to, unless they refer to each other.
 */
export function importedKinds(): readonly Resource[] {
  const left = [...resources.values()].filter(({ path }) => !ownKinds.has(path));
  const ordered: Resource[] = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ path }) => path));
    const isReady = (one: Resource) =>
      targetsOf(one).every((path) => path === one.path || !waiting.has(path));
    const first = left.find((one) => one.scope === "self") ?? left.find(isReady) ?? left[0];
    if (!first) break;
    ordered.push(first);
    left.splice(left.indexOf(first), 1);
  }
  return ordered;
}

function targetsOf(resource: Resource): string[] {
  return shapeOf(resource).columns.flatMap(({ field }) => (field.to ? [field.to] : []));
}
