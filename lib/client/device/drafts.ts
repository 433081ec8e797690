import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";

/** What a draft belongs to: nobody else's form, no other record and no other shape of it finds the draft. */
export interface DraftKey {
  readonly person: string;
  readonly project: string;
  readonly resource: Resource;
  /** The record's id, or "new". */
  readonly record: string;
}

/** What someone typed and had not saved. */
export interface Draft {
  readonly values: Readonly<Record<string, unknown>>;
  /** What the form held before. */
  readonly first: Readonly<Record<string, unknown>>;
  /** When it was last typed in, ISO 8601. */
  readonly at: string;
  /** The `ETag` of the record the typing began from, when there was one. */
  readonly etag?: string;
}

/** The draft kept for this place in this tab, or undefined: none, of another shape, or unreadable. */
export function readDraft(place: DraftKey): Draft | undefined {
  const text = storage()?.getItem(keyOf(place));
  if (!text) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft in this tab. The caller leaves secrets out; a full storage keeps the older draft. */
export function saveDraft(place: DraftKey, draft: Draft): void {
  try {
    storage()?.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // The quota of the tab is used up: the form itself still holds what was typed.
  }
}

/** Forgets the draft of this place. */
export function deleteDraft(place: DraftKey): void {
  storage()?.removeItem(keyOf(place));
}

/** Forgets every draft in this tab, whoever it belongs to: for signing out. */
export function clearDrafts(): void {
  const kept = storage();
  if (!kept) return;
  for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
}

const prefix = "tocsin:draft:";

function storage(): Storage | undefined {
  return typeof sessionStorage === "undefined" ? undefined : sessionStorage;
}

function keyOf({ person, project, resource, record }: DraftKey): string {
  return `${prefix}${[person, project, resource.path, record, shapeHash(resource)].join(":")}`;
}

/** A short hash (FNV-1a) of what may be written: a draft of another version of the form is not offered. */
function shapeHash(resource: Resource): string {
  const shape = JSON.stringify(writableColumns(resource).map(({ name, field }) => [name, field]));
  let hash = 0x811c9dc5;
  for (let index = 0; index < shape.length; index += 1) {
    hash = Math.imul(hash ^ shape.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  return "values" in value && "first" in value && "at" in value;
}
