import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { type Control, useWatch } from "react-hook-form";
import {
  changedColumns,
  type FormValues,
  formColumns,
  isDraftable,
} from "@/components/fields/form-values";
import { type DraftKey, deleteDraft, readDraft, saveDraft } from "@/lib/client/device/drafts";
import { useWriteBeforeLeaving } from "@/lib/client/device/write-before-leaving";
import { forgetUnanswered } from "@/lib/client/saving/unanswered";
import type { Resource } from "@/lib/schema/resource";
import type { Inputs } from "./form-resolver";
import type { Base } from "./use-save-record";

interface Props {
  readonly place: DraftKey;
  readonly control: Control<Inputs>;
  readonly first: FormValues;
  readonly etag: string | undefined;
  /** True once the form is saved. No draft is saved after that, not even on unmount. */
  readonly isSaved: RefObject<boolean>;
}

/**
 * Saves unsaved input as a draft in this tab while the user types, on unmount, and when the browser
 * hides or leaves the page, without values that no input can be given again. Renders nothing.
 */
export function DraftAutosave({ place, control, first, etag, isSaved }: Props) {
  const values = useWatch({ control }) as FormValues;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useEffectEvent(() => {
    timer.current = undefined;
    if (!isSaved.current) saveOrDeleteDraft(place, values, { values: first, etag });
  });

  // A form that restarts after its draft was discarded has none.
  useEffect(() => keep(), []);
  useWriteBeforeLeaving(() => {
    clearTimeout(timer.current);
    if (timer.current !== undefined) keep();
  });

  // Throttled write to the tab's storage: within 300 ms of a key, also during continuous typing.
  useEffect(() => {
    timer.current ??= setTimeout(() => keep(), keepAfterMs);
  });
  return null;
}

const keepAfterMs = 300;

/** Saves the form's values as a draft on `base`, or deletes the draft if nothing is changed. */
export function saveOrDeleteDraft(place: DraftKey, now: FormValues, base: Base): void {
  const { values: first, etag } = base;
  const kept = keepable(place.resource, now);
  const isChanged = changedColumns(place.resource, first, { ...first, ...kept }).length > 0;
  const at = new Date().toISOString();
  if (isChanged) {
    saveDraft(place, { values: kept, first, at, ...(etag !== undefined && { etag }) });
    return;
  }
  deleteDraft(place);
  // An equal input later is meant as another record.
  forgetUnanswered(place);
}

/** Returns true if the draft stored under the key has these values. */
export function isDraftOf(place: DraftKey, values: FormValues): boolean {
  const kept = readDraft(place)?.values as FormValues | undefined;
  return !!kept && changedColumns(place.resource, values, { ...values, ...kept }).length === 0;
}

function keepable(resource: Resource, values: FormValues): FormValues {
  const kept = formColumns(resource).filter(({ name, field }) => isDraftable(field, values[name]));
  return Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? null]));
}
