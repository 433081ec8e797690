import type { StoryGlance } from "@/lib/contract/records/story";

/** The times of a record by the milestones that its story tells. */
export interface RecordTimes {
  /** Milliseconds from the beginning to the first acknowledgment, as far as it is known. */
  readonly acknowledgedAfterMs: number | undefined;
}

/** Returns the times of a record that began at `began`, ISO 8601. */
export function recordTimes(
  began: string,
  glance: Pick<StoryGlance, "acknowledgedAt"> | null | undefined,
): RecordTimes {
  const after = (at: string | null | undefined) =>
    at == null ? undefined : Math.max(0, Date.parse(at) - Date.parse(began));
  return { acknowledgedAfterMs: after(glance?.acknowledgedAt) };
}
