import type { FormValue } from "@/components/fields/form-values";
import type { FieldTexts } from "@/components/ui/form/field-frame";
import { titleOf } from "@/components/words/field-title";
import type { Column } from "@/lib/schema/shape";

/** What every input is given. */
export interface InputProps {
  readonly column: Column;
  readonly project: string;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  readonly onBlur: () => void;
  /** What is wrong, with the field's title in it. */
  readonly error?: string | undefined;
  /** The id of what describes the input beside its help and error. */
  readonly describedBy?: string | undefined;
  /** Whether a record that has no value yet is being filled in. */
  readonly isNew: boolean;
  /** Whether the record holds a value that nobody can read back; undefined where that is not known. */
  readonly isKept?: boolean | undefined;
  /** Whether an input that is loaded later is to take the focus once it is there. */
  readonly takesFocus?: boolean | undefined;
}

/** Label, help, error and whether it must be filled in, as the primitives take them. */
export function textsOf({
  column,
  error,
  describedBy,
}: Pick<InputProps, "column" | "error" | "describedBy">): FieldTexts {
  const { field } = column;
  return {
    label: titleOf(column),
    error,
    describedBy,
    isRequired: field.required === true && !field.madeByServer && field.default === undefined,
    ...(helpOf(column) !== undefined && { description: helpOf(column) }),
  };
}

/** The definition's help, and what the server makes of an empty field. */
export function helpOf({ field }: Pick<InputProps["column"], "field">): string | undefined {
  if (field.help !== undefined) return field.help;
  if (field.slugFrom !== undefined) return "Left empty, it is made from the name.";
  if (field.counts !== undefined) return "Left empty, the next number is taken.";
  if (field.ordersWithin !== undefined) return "Left empty, it comes last.";
  return undefined;
}

/** The text of an input that holds text. */
export function textIn(value: FormValue): string {
  return typeof value === "string" ? value : "";
}

/** The items of an input that holds several. */
export function itemsIn(value: FormValue): readonly string[] {
  return Array.isArray(value) ? value : none;
}

/** Always the same: a new empty list at each render would count as a change. */
const none: readonly string[] = [];
