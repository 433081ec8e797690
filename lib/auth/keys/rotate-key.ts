import type { Caller } from "@/lib/auth/grants/caller";
import { AppError, type Fault, invalid } from "@/lib/errors";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { faultAt, unknownField } from "@/lib/schema/pointer";
import type { Row } from "@/lib/schema/row";
import { type IssuedKey, secretColumns } from "./issue-key";
import { assertNotOutlasting, assertNotStronger } from "./key-restrictions";
import { makeSecret } from "./secret";

interface Rotation {
  readonly caller: Caller;
  /** The api-key record, with its hidden columns. */
  readonly row: Row;
  /** `{overlapMinutes}`: how long the old secret stays valid. Absent: it ends at once. */
  readonly data: JsonObject;
  readonly now: Date;
}

/**
 * Creates a new secret for an existing key. The old one works until the overlap ends. Throws
 * `validation` for an overlap outside 0 to 10,080 minutes (a week), `conflict` for a revoked or
 * expired key, `forbidden` if the key holds something that the caller does not, or expires later
 * than the caller's own key.
 */
export function rotateKey({ caller, row, data, now }: Rotation): IssuedKey {
  const faults = [...unknownFaults(data), ...overlapFaults(data["overlapMinutes"])];
  if (faults.length > 0) throw invalid(faults);
  assertNotEnded(row, now);
  assertNotStronger(caller, row, "update");
  assertNotOutlasting(caller, row);
  const minutes = Number(data["overlapMinutes"] ?? 0);
  const key = makeSecret();
  return { key, columns: { ...secretColumns(key), ...previousColumns(row, minutes, now) } };
}

function previousColumns(row: Row, minutes: number, now: Date): Row {
  if (minutes === 0) return { previousKeyHash: null, previousKeyEndsAt: null };
  return {
    previousKeyHash: row["keyHash"] ?? null,
    previousKeyEndsAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
  };
}

function assertNotEnded(row: Row, now: Date): void {
  if (typeof row["revokedAt"] === "string") {
    throw new AppError("conflict", "This key is revoked. Make a new key instead.");
  }
  if (typeof row["expiresAt"] === "string" && Date.parse(row["expiresAt"]) <= now.getTime()) {
    throw new AppError("conflict", "This key has expired. Give it a later expiresAt first.");
  }
}

const longestOverlap = 10_080;

function overlapFaults(minutes: JsonValue | undefined): readonly Fault[] {
  if (minutes === undefined || minutes === null) return [];
  const whole = typeof minutes === "number" && Number.isInteger(minutes);
  if (whole && minutes >= 0 && minutes <= longestOverlap) return [];
  const problem = `must be a whole number of minutes from 0 to ${longestOverlap}`;
  return [faultAt(["data", "overlapMinutes"], "overlapMinutes", problem)];
}

function unknownFaults(data: JsonObject): readonly Fault[] {
  return Object.keys(data)
    .filter((name) => name !== "overlapMinutes")
    .map((name) => unknownField(["data", name], "a rotation", ["overlapMinutes"]));
}
