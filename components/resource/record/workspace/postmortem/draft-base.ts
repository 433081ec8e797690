import type { Draft } from "@/lib/client/device/drafts";
import type { RecordRead } from "@/lib/client/queries/queries";

/**
 * Returns the version of a record that a kept text was written on: the one that was read, with the
 * field and the ETag as they were. A change by another user since then is found when the text is
 * saved. Without a draft, or with one of an unknown version, it is the version that was read.
 */
export function draftBase(draft: Draft | undefined, read: RecordRead, name: string): RecordRead {
  if (draft?.etag === undefined) return read;
  const text = draft.first["text"];
  const before = typeof text === "string" ? text : null;
  return { record: { ...read.record, [name]: before }, etag: draft.etag };
}
