import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { assertHeld, permissionFaults } from "@/lib/auth/grants/may-grant";
import { refusalDetails } from "@/lib/auth/grants/permission";
import { AppError, type Fault, invalid } from "@/lib/errors";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { faultAt } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { hashSecret, makeSecret, prefixOf } from "./secret";

/** A new secret, shown once, and the columns of its api-key record. */
export interface IssuedKey {
  readonly key: string;
  readonly columns: Row;
}

interface KeyRequest {
  readonly caller: Caller;
  /** The client's data, by column name. */
  readonly data: JsonObject;
  readonly now: Date;
}

/**
 * Creates the secret of a new key. Throws `validation` for unknown or no permissions, for an
 * unknown dialect, and for an `expiresAt` in the past or after the expiry of the caller's own key.
 * Throws `forbidden` if the caller lacks what it grants, or names no project without a grant on the
 * whole deployment.
 */
export function issueKey({ caller, data, now }: KeyRequest): IssuedKey {
  const faults = [
    ...permissionFaults(data["permissions"]),
    ...expiryFaults(data["expiresAt"], now),
    ...outlastingFaults(caller, data["expiresAt"] ?? null),
    ...dialectFaults(data["dialect"]),
  ];
  if (faults.length > 0) throw invalid(faults);
  const projectId = projectOf(data);
  if (projectId === null && !caller.grants.has(everyProject)) {
    const detail =
      "Only an owner of the deployment can make a key without projectId. Send the projectId it is for.";
    throw new AppError("forbidden", detail, refusalDetails(apiKey, "create"));
  }
  const permissions = titlesIn(data["permissions"]);
  assertHeld(caller, permissions, projectId, { resource: apiKey, right: "create" });
  const key = makeSecret();
  return { key, columns: { permissions, ...secretColumns(key) } };
}

/**
 * Checks the new `permissions` of an existing key and returns them without duplicates. Throws as
 * `issueKey` does, and if the key holds a permission that the caller lacks. A caller cannot then
 * use a key with more permissions by changing its settings.
 */
export function changedPermissions(caller: Caller, before: Row, permissions: JsonValue): string[] {
  const faults = permissionFaults(permissions);
  if (faults.length > 0) throw invalid(faults);
  const titles = titlesIn(permissions);
  const all = [...titlesIn(before["permissions"]), ...titles];
  assertHeld(caller, all, projectOf(before), { resource: apiKey, right: "update" });
  return titles;
}

/** Returns the columns that make `secret` the key of a record. */
export function secretColumns(secret: string): Row {
  return { keyHash: hashSecret(secret), prefix: prefixOf(secret) };
}

/** Returns the titles of a `permissions` column without duplicates. */
export function titlesIn(permissions: JsonValue | undefined): string[] {
  return Array.isArray(permissions) ? [...new Set(permissions.map(String))] : [];
}

/** Returns the project of a key; null for the whole deployment. */
export function projectOf(row: Row): string | null {
  return typeof row["projectId"] === "string" ? row["projectId"] : null;
}

function expiryFaults(expiresAt: JsonValue | undefined, now: Date): readonly Fault[] {
  if (typeof expiresAt !== "string" || Date.parse(expiresAt) > now.getTime()) return [];
  return [faultAt(["data", "expiresAt"], "expiresAt", "must be a moment in the future")];
}

const dialects: ReadonlySet<JsonValue> = new Set(["plain", "oneuptime"]);

/** Returns the fault of a `dialect` that is none. */
export function dialectFaults(dialect: JsonValue | undefined): readonly Fault[] {
  if (dialects.has(dialect ?? "plain")) return [];
  return [faultAt(["data", "dialect"], "dialect", 'must be "plain" or "oneuptime"')];
}

/** Returns the fault of an `expiresAt` after the expiry of the caller's own key. Null: never. */
export function outlastingFaults(caller: Caller, expiresAt: JsonValue): readonly Fault[] {
  if (!outlasts(expiresAt, caller)) return [];
  const problem = `must be ${caller.endsAt} or earlier: your own key ends then, and no key that it makes or changes lasts longer`;
  return [faultAt(["data", "expiresAt"], "expiresAt", problem)];
}

/** Returns true if `expiresAt` (null: never) is later than the expiry of the caller's own key. */
export function outlasts(expiresAt: JsonValue, { endsAt }: Caller): boolean {
  if (endsAt === undefined) return false;
  return typeof expiresAt !== "string" || Date.parse(expiresAt) > Date.parse(endsAt);
}
