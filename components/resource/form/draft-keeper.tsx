"use client";

import { type RefObject, useEffect } from "react";
import { type Control, useWatch } from "react-hook-form";
import {
  changedColumns,
  type FormValues,
  formColumns,
  isKeepable,
} from "@/components/fields/inputs/form-values";
import { type DraftPlace, dropDraft, keepDraft } from "@/lib/client/drafts";
import type { Resource } from "@/lib/schema/resource";
import type { Inputs } from "./resolver";

interface Props {
  readonly place: DraftPlace;
  readonly control: Control<Inputs>;
  readonly first: FormValues;
  readonly etag: string | undefined;
  /** Once saved nothing is kept any more, though the page is left a moment later. */
  readonly isSaved: RefObject<boolean>;
}

/** Keeps what is typed as a draft in this tab, without what no input can be given again; shows nothing. */
export function DraftKeeper({ place, control, first, etag, isSaved }: Props) {
  const values = useWatch({ control }) as FormValues;
  const { person, project, resource, record } = place;

  // The tab's storage follows the form, a moment after the last key.
  useEffect(() => {
    const to = { person, project, resource, record };
    const timer = setTimeout(() => {
      if (isSaved.current) return;
      const kept = keepable(resource, values);
      if (changedColumns(resource, first, { ...first, ...kept }).length === 0) return dropDraft(to);
      const at = new Date().toISOString();
      keepDraft(to, { values: kept, first, at, ...(etag !== undefined && { etag }) });
    }, 300);
    return () => clearTimeout(timer);
  }, [person, project, resource, record, values, first, etag, isSaved]);
  return null;
}

function keepable(resource: Resource, values: FormValues): FormValues {
  const kept = formColumns(resource).filter(({ name, field }) => isKeepable(field, values[name]));
  return Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? null]));
}
