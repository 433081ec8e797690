import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { permissionFaults, refuseUnheld } from "@/lib/auth/grants/grant";
import { refusalDetails } from "@/lib/auth/grants/permission";
import { AppError, type Fault, invalid } from "@/lib/errors";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { hashSecret, makeSecret, prefixOf } from "./secret";

/** A new secret, to be shown once, and the columns of its api-key record. */
export interface IssuedKey {
  readonly key: string;
  readonly columns: Row;
}

interface KeyRequest {
  readonly caller: Caller;
  /** What the client sent, by column name. */
  readonly data: JsonObject;
  readonly now: Date;
}

/**
 * Makes the secret of a new key. Throws `validation` for unknown or no permissions and for an `expiresAt`
 * in the past or after the end of the caller's own key; `forbidden` when the caller lacks what it grants, or names no project without spanning the
 * deployment.
 */
export function issueKey({ caller, data, now }: KeyRequest): IssuedKey {
  const faults = [
    ...permissionFaults(data["permissions"]),
    ...expiryFaults(data["expiresAt"], now),
    ...outlastingFaults(caller, data["expiresAt"] ?? null),
  ];
  if (faults.length > 0) throw invalid(faults);
  const projectId = projectOf(data);
  if (projectId === null && !caller.grants.has(everyProject)) {
    const detail =
      "Only an owner of the deployment can make a key without projectId. Send the projectId it is for.";
    throw new AppError("forbidden", detail, refusalDetails(apiKey, "create"));
  }
  const permissions = titlesIn(data["permissions"]);
  refuseUnheld(caller, permissions, projectId, { resource: apiKey, right: "create" });
  const key = makeSecret();
  return { key, columns: { permissions, ...secretColumns(key) } };
}

/**
 * Checks the new `permissions` of an existing key and returns them without duplicates. Throws as
 * `issueKey` does; also when the key holds something the caller does not, so that nobody uses a
 * stronger key through its settings.
 */
export function changedPermissions(caller: Caller, before: Row, permissions: JsonValue): string[] {
  const faults = permissionFaults(permissions);
  if (faults.length > 0) throw invalid(faults);
  const titles = titlesIn(permissions);
  const all = [...titlesIn(before["permissions"]), ...titles];
  refuseUnheld(caller, all, projectOf(before), { resource: apiKey, right: "update" });
  return titles;
}

/** The columns that make `secret` the key of a record. */
export function secretColumns(secret: string): Row {
  return { keyHash: hashSecret(secret), prefix: prefixOf(secret) };
}

/** The titles of a `permissions` column, each once. */
export function titlesIn(permissions: JsonValue | undefined): string[] {
  return Array.isArray(permissions) ? [...new Set(permissions.map(String))] : [];
}

/** The project a key is for; null stands for the whole deployment. */
export function projectOf(row: Row): string | null {
  return typeof row["projectId"] === "string" ? row["projectId"] : null;
}

function expiryFaults(expiresAt: JsonValue | undefined, now: Date): readonly Fault[] {
  if (typeof expiresAt !== "string" || Date.parse(expiresAt) > now.getTime()) return [];
  return [faultAt(["data", "expiresAt"], "expiresAt", "must be a moment in the future")];
}

/** The fault of an `expiresAt` after the end of the caller's own key; null never ends. */
export function outlastingFaults(caller: Caller, expiresAt: JsonValue): readonly Fault[] {
  if (!outlasts(expiresAt, caller)) return [];
  const problem = `must be ${caller.endsAt} or earlier: your own key ends then, and no key that it makes or changes lasts longer`;
  return [faultAt(["data", "expiresAt"], "expiresAt", problem)];
}

/** True when something that ends at `expiresAt` (null: never) works for longer than the caller's own key. */
export function outlasts(expiresAt: JsonValue, { endsAt }: Caller): boolean {
  if (endsAt === undefined) return false;
  return typeof expiresAt !== "string" || Date.parse(expiresAt) > Date.parse(endsAt);
}
