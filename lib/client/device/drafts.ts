import { writableColumns } from "@/lib/schema/record/writable";
import type { Resource } from "@/lib/schema/resource";

/** Key of a draft: the user, project, record and form shape. No other form finds the draft. */
export interface DraftKey {
  readonly person: string;
  readonly project: string;
  readonly resource: Resource;
  /** The record's id, or "new". */
  readonly record: string;
}

/** Unsaved input of a form. */
export interface Draft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Initial values of the form. */
  readonly first: Readonly<Record<string, unknown>>;
  /** Time of the last edit, ISO 8601. */
  readonly at: string;
  /** `ETag` of the base version, if the record existed. */
  readonly etag?: string;
}

/**
 * Returns the draft stored under this key in this tab. Undefined if there is none, its shape
 * differs, or it is unreadable.
 */
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

/** Stores a draft in this tab. The caller omits secrets. A full storage keeps the older draft. */
export function saveDraft(place: DraftKey, draft: Draft): void {
  try {
    storage()?.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // The tab's quota is used up. The form still holds the input.
  }
}

/** Deletes the draft stored under this key. */
export function deleteDraft(place: DraftKey): void {
  storage()?.removeItem(keyOf(place));
}

/** Deletes the drafts of all users in this tab. Used at sign-out. */
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

/** Returns an FNV-1a hash of the writable columns. Drafts of other form versions are ignored. */
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
