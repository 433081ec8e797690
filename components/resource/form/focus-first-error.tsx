"use client";

import { type RefObject, useEffect } from "react";
import { type Control, useFormState } from "react-hook-form";
import type { Inputs } from "./form-resolver";

interface Props {
  readonly control: Control<Inputs>;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** After a try to save leads to the first field with a fault, out of a folded group if need be. */
export function FocusFirstError({ control, form }: Props) {
  const { submitCount, isSubmitting } = useFormState({ control });

  // The focus is the document's; it moves once a try has ended and its faults are on the page.
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }, [submitCount, isSubmitting, form]);
  return null;
}
