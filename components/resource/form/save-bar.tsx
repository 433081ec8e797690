import { type Control, useFormState, useWatch } from "react-hook-form";
import {
  changedColumns,
  type FormValue,
  type FormValues,
  formColumns,
  isEmpty,
} from "@/components/fields/form-values";
import { Button } from "@/components/ui/button";
import { keepToastsAbove } from "@/components/ui/toast/keep-toasts-above";
import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import type { Resource } from "@/lib/schema/resource";
import type { Inputs } from "./form-resolver";

interface Props {
  readonly resource: Resource;
  readonly control: Control<Inputs>;
  readonly isNew: boolean;
  readonly first: FormValues;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
}

/** Sticks to the bottom of the page with the count of changes and errors, Cancel and Save. */
export function SaveBar({ resource, control, isNew, first, isSaving, onCancel }: Props) {
  const values = useWatch({ control }) as FormValues;
  const { errors } = useFormState({ control });
  const changed = isNew
    ? formColumns(resource).filter(({ name }) => isFilledIn(values[name]))
    : changedColumns(resource, first, values);
  const wrong = Object.keys(errors).filter((name) => name !== "root").length;
  const verb = isNew ? "Create" : "Save";
  return (
    <div
      ref={(bar) => (bar ? keepToastsAbove(bar) : undefined)}
      className="sticky bottom-0 z-10 -mx-1 mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-surface in-[[role=alertdialog]]:bg-surface-floating px-1 py-3 max-md:bottom-14"
    >
      <p role="status" className="min-w-0 flex-1 text-13 text-ink-muted">
        <span title={changed.map(titleOf).join(", ")}>{wordsFor(changed.length, isNew)}</span>
        {wrong > 0 && (
          <span className="text-danger">
            {" · "}
            {wrong === 1 ? "1 field needs attention" : `${wrong} fields need attention`}
          </span>
        )}
      </p>
      <Button onPress={onCancel}>Cancel</Button>
      <Button look="primary" type="submit" isPending={isSaving}>
        {verb} {inSentence(resource.name)}
      </Button>
    </div>
  );
}

/** A switch that is off holds a value, but nobody has filled it in. */
function isFilledIn(value: FormValue | undefined): boolean {
  return value !== false && !isEmpty(value);
}

function wordsFor(changed: number, isNew: boolean): string {
  if (changed === 0) return isNew ? "No fields filled in" : "No changes";
  if (isNew) return changed === 1 ? "1 field filled in" : `${changed} fields filled in`;
  return changed === 1 ? "1 field changed" : `${changed} fields changed`;
}
