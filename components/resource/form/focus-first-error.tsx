import { type RefObject, useEffect } from "react";
import { type Control, useFormState } from "react-hook-form";
import type { Inputs } from "./form-resolver";

interface Props {
  readonly control: Control<Inputs>;
  readonly form: RefObject<HTMLFormElement | null>;
}

/**
 * Focuses the first field with a validation error after a failed save. Expands its group if it is
 * collapsed.
 */
export function FocusFirstError({ control, form }: Props) {
  const { submitCount, isSubmitting } = useFormState({ control });

  // Follows the document's focus, which moves once the attempt has ended and its errors are
  // rendered.
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  }, [submitCount, isSubmitting, form]);
  return null;
}
