import type { Row } from "@/lib/schema/row";

/** An API key as its page shows it; the secret itself is kept nowhere. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly prefix: string;
  readonly permissions: readonly string[];
  /** Null: it works in every project of the deployment. */
  readonly projectId: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Until when the secret before the last rotation works. */
  readonly previousKeyEndsAt: string | null;
}

/** A key from a row of the API. */
export function keyFromRow(row: Row): Key {
  return {
    ...{ id: String(row._id), name: String(row.name), note: String(row.description ?? "") },
    ...{ prefix: String(row.prefix ?? ""), createdAt: String(row.createdAt) },
    permissions: Array.isArray(row.permissions) ? row.permissions.map(String) : [],
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

/** How a key stands at a moment. */
export type KeyState = "revoked" | "expired" | "expiresSoon" | "works";

const day = 24 * 60 * 60 * 1000;
/** From when on the end of a key is something to act on. */
const soonMs = 14 * day;

/** How a key stands at `now`, in milliseconds since 1970. */
export function keyState({ revokedAt, expiresAt }: Key, now: number): KeyState {
  if (revokedAt !== null) return "revoked";
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  if (left <= 0) return "expired";
  return left <= soonMs ? "expiresSoon" : "works";
}

/** How many days a key has left, in words: "12 days left", "less than a day left", "Does not expire". */
export function timeLeft({ expiresAt }: Key, now: number): string {
  if (expiresAt === null) return "Does not expire";
  const days = Math.floor((Date.parse(expiresAt) - now) / day);
  if (days < 1) return "Less than a day left";
  return days === 1 ? "1 day left" : `${days.toLocaleString("en")} days left`;
}
