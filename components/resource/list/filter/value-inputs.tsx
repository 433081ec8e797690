"use client";

import type { ReactNode } from "react";
import type { Field } from "@/lib/schema/field";
import { valuesTaken } from "@/lib/schema/filter-text/model";
import { kindOf } from "@/lib/schema/kinds/index";
import { ChoiceCheckboxes, RecordPicker, YesNoSelect } from "./choice-inputs";
import { DateValueInput } from "./date-value-input";
import { TextValueInput } from "./text-value-input";
import type { ValueInputProps } from "./value-input-props";

/** The input for the values of a condition, by the field's kind. */
export function ValueInput(props: ValueInputProps) {
  const taken = valuesTaken[props.test];
  const Input = inputFor(props.column.field, taken === "many");
  return taken === "none" ? null : <Input {...props} />;
}

function inputFor(field: Field, takesMany: boolean): (props: ValueInputProps) => ReactNode {
  const { isDate, isBoolean } = kindOf(field);
  if (field.words && takesMany) return ChoiceCheckboxes;
  if (field.to !== undefined) return RecordPicker;
  if (isDate) return DateValueInput;
  return isBoolean ? YesNoSelect : TextValueInput;
}
