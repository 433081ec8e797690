import type { Row } from "@/lib/schema/row";

/** An API key as its page shows it. The secret itself is not stored anywhere. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly prefix: string;
  readonly permissions: readonly string[];
  /** The form of its requests and replies. */
  readonly dialect: "plain" | "oneuptime";
  /** Null for a key that works in every project of the deployment. */
  readonly projectId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Time until which the secret before the last rotation works. */
  readonly previousKeyEndsAt: string | null;
}

/** Converts a row of the API to a key. */
export function keyFromRow(row: Row): Key {
  return {
    ...{ id: String(row._id), name: String(row.name), note: String(row.description ?? "") },
    ...{ prefix: String(row.prefix ?? ""), createdAt: String(row.createdAt) },
    permissions: Array.isArray(row.permissions) ? row.permissions.map(String) : [],
    dialect: row.dialect === "oneuptime" ? "oneuptime" : "plain",
    projectId: textOrNull(row.projectId),
    lastUsedAt: textOrNull(row.lastUsedAt),
    expiresAt: textOrNull(row.expiresAt),
    revokedAt: textOrNull(row.revokedAt),
    previousKeyEndsAt: textOrNull(row.previousKeyEndsAt),
  };
}

function textOrNull(value: Row[string] | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** State of a key at a point in time. */
export type KeyState = "revoked" | "expired" | "expiresSoon" | "works";

const day = 24 * 60 * 60 * 1000;
/** Time before its expiry from which a key needs attention. */
const soonMs = 14 * day;

/** Returns the state of a key at `now`, in milliseconds since 1970. */
export function keyState({ revokedAt, expiresAt }: Key, now: number): KeyState {
  if (revokedAt !== null) return "revoked";
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return "expired";
  return left <= soonMs ? "expiresSoon" : "works";
}

/**
 * Returns the time left in words: "12 days left", "Less than a day left", "Does not expire". Days
 * are rounded, so that a new key of 90 days has 90 days left and not 89.
 */
export function timeLeft({ expiresAt }: Key, now: number): string {
  if (expiresAt === null) return "Does not expire";
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs < day) return "Less than a day left";
  const days = Math.round(leftMs / day);
  return days === 1 ? "1 day left" : `${days.toLocaleString("en")} days left`;
}
