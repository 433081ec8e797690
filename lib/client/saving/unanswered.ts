import { type DraftKey, deleteDraft, readDraft, saveDraft } from "@/lib/client/device/drafts";
import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";

/** A request that creates a record and has no successful reply. */
export interface Unanswered {
  /** The path of the resource and the input, as JSON. */
  readonly text: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

/**
 * Returns the last request of a form in this tab, if it has no successful reply. The user may have
 * left the page or reloaded it meanwhile.
 */
export function readUnanswered(place: DraftKey): Unanswered | undefined {
  const { text, key } = readDraft(beside(place))?.values ?? {};
  return typeof text === "string" && typeof key === "string" ? { text, key } : undefined;
}

/**
 * Stores a request before it is sent. Returns false if its resource has secrets or the tab's
 * storage is full.
 */
export function saveUnanswered(
  place: DraftKey,
  resource: Resource,
  { text, key }: Unanswered,
): boolean {
  if (hasSecrets(resource)) return false;
  const at = new Date().toISOString();
  saveDraft(beside(place), { values: { text, key }, first: {}, at });
  return readUnanswered(place)?.key === key;
}

/** Forgets the request with this key; without one, any request of the form. */
export function forgetUnanswered(place: DraftKey, key?: string): void {
  if (key === undefined || readUnanswered(place)?.key === key) deleteDraft(beside(place));
}

/** Returns the place beside the draft of the form. */
function beside(place: DraftKey): DraftKey {
  return { ...place, record: `sent:${place.record}` };
}

function hasSecrets(resource: Resource): boolean {
  return writableColumns(resource).some(({ field }) => kindOf(field).formValue === "secret");
}
