import type { StoryGlance } from "@/lib/contract/records/story";

/** The milestones of a record, as far as its story tells them. */
type Milestones = Pick<StoryGlance, "acknowledgedAt" | "resolvedAt">;

/** The times from the beginning of a record to its milestones; undefined if unknown. */
export interface RecordTimes {
  /** Until the first acknowledgment. */
  readonly acknowledgedAfterMs: number | undefined;
  /** Until the resolution that still holds. */
  readonly resolvedAfterMs: number | undefined;
}

/** Returns the times of a record that began at `began`, ISO 8601. */
export function recordTimes(began: string, glance: Milestones | null | undefined): RecordTimes {
  const after = (at: string | null | undefined) =>
    typeof at === "string" ? Math.max(0, Date.parse(at) - Date.parse(began)) : undefined;
  return {
    acknowledgedAfterMs: after(glance?.acknowledgedAt),
    resolvedAfterMs: after(glance?.resolvedAt),
  };
}
