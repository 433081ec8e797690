import type { FormValue } from "@/components/fields/form-values";
import type { FieldTexts } from "@/components/ui/form/field-frame";
import { titleOf } from "@/components/words/field-title";
import type { Column } from "@/lib/schema/shape";

/** Props of every input. */
export interface InputProps {
  readonly column: Column;
  readonly project: string;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  readonly onBlur: () => void;
  /** Error text, with the field's title in it. */
  readonly error?: string | undefined;
  /** Id of a further description, in addition to help and error. */
  readonly describedBy?: string | undefined;
  /** Whether the record is new and has no value yet. */
  readonly isNew: boolean;
  /** Whether the record holds a value that cannot be read back; undefined if unknown. */
  readonly isKept?: boolean | undefined;
  /** Whether an input that is loaded later takes the focus as soon as it is rendered. */
  readonly takesFocus?: boolean | undefined;
}

/** Returns the label, help, error and required flag of an input, as the primitives take them. */
export function fieldTextsOf({
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

/** Returns the definition's help, else the server's value for an empty field. */
export function helpOf({ field }: Pick<InputProps["column"], "field">): string | undefined {
  if (field.help !== undefined) return field.help;
  if (field.slugFrom !== undefined) return "If empty, generated from the name.";
  if (field.counts !== undefined) return "If empty, the next number is used.";
  if (field.ordersWithin !== undefined) return "If empty, placed last.";
  return undefined;
}

/** Returns the text of an input that holds text. */
export function textIn(value: FormValue): string {
  return typeof value === "string" ? value : "";
}

/** Returns the items of an input that holds a list. */
export function itemsIn(value: FormValue): readonly string[] {
  return Array.isArray(value) ? value : none;
}

/** One constant, because a new empty list at each render would count as a change. */
const none: readonly string[] = [];
