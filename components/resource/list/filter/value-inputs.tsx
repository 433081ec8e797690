"use client";

import type { ReactNode } from "react";
import type { FieldKind } from "@/lib/schema/field";
import { valuesTaken } from "@/lib/schema/filter-text/model";
import { ChoiceCheckboxes, RecordPicker, YesNoSelect } from "./choice-inputs";
import { DateValueInput } from "./date-value-input";
import { TextValueInput } from "./text-value-input";
import type { ValueInputProps } from "./value-input-props";

/** The input for the values of a condition, by the field's kind. */
export function ValueInput(props: ValueInputProps) {
  const { kind, words } = props.column.field;
  const isOfKnown = words !== undefined && valuesTaken[props.test] === "many";
  const Input = isOfKnown ? ChoiceCheckboxes : valueInputs[kind];
  return valuesTaken[props.test] === "none" ? null : <Input {...props} />;
}

function Nothing() {
  return null;
}

const valueInputs: Readonly<Record<FieldKind, (props: ValueInputProps) => ReactNode>> = {
  id: TextValueInput,
  date: DateValueInput,
  text: TextValueInput,
  longText: TextValueInput,
  veryLongText: TextValueInput,
  markdown: TextValueInput,
  slug: TextValueInput,
  boolean: YesNoSelect,
  number: TextValueInput,
  smallNumber: TextValueInput,
  json: Nothing,
  color: TextValueInput,
  email: TextValueInput,
  hashed: Nothing,
  url: TextValueInput,
  file: TextValueInput,
  textList: TextValueInput,
  relation: RecordPicker,
  relationList: RecordPicker,
};
