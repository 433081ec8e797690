"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { type Control, useWatch } from "react-hook-form";
import {
  changedColumns,
  type FormValues,
  formColumns,
  isDraftable,
} from "@/components/fields/form-values";
import { type DraftKey, deleteDraft, saveDraft } from "@/lib/client/device/drafts";
import type { Resource } from "@/lib/schema/resource";
import type { Inputs } from "./form-resolver";
import type { Base } from "./use-save-record";

interface Props {
  readonly place: DraftKey;
  readonly control: Control<Inputs>;
  readonly first: FormValues;
  readonly etag: string | undefined;
  /** Once saved nothing is kept any more, though the page is left a moment later. */
  readonly isSaved: RefObject<boolean>;
}

/**
 * Keeps what is typed as a draft in this tab, while it is typed and when the form goes, without what no input can be
 * given again; shows nothing.
 */
export function DraftAutosave({ place, control, first, etag, isSaved }: Props) {
  const values = useWatch({ control }) as FormValues;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useEffectEvent(() => {
    timer.current = undefined;
    if (!isSaved.current) saveOrDeleteDraft(place, values, { values: first, etag });
  });

  // What was typed last is kept when the form goes; a form that begins anew after a draft was discarded has none.
  useEffect(() => {
    keep();
    return () => {
      clearTimeout(timer.current);
      if (timer.current !== undefined) keep();
    };
  }, []);

  // The tab's storage follows the form, a moment after a key, however long one types on.
  useEffect(() => {
    timer.current ??= setTimeout(() => keep(), keepAfterMs);
  });
  return null;
}

const keepAfterMs = 300;

/** Keeps what a form holds as a draft that begins from `base`; where nothing is changed, none. */
export function saveOrDeleteDraft(place: DraftKey, now: FormValues, base: Base): void {
  const { values: first, etag } = base;
  const kept = keepable(place.resource, now);
  const isChanged = changedColumns(place.resource, first, { ...first, ...kept }).length > 0;
  const at = new Date().toISOString();
  if (isChanged) saveDraft(place, { values: kept, first, at, ...(etag !== undefined && { etag }) });
  else deleteDraft(place);
}

function keepable(resource: Resource, values: FormValues): FormValues {
  const kept = formColumns(resource).filter(({ name, field }) => isDraftable(field, values[name]));
  return Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? null]));
}
