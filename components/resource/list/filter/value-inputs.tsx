"use client";

import type { ReactNode } from "react";
import type { FieldKind } from "@/lib/schema/field";
import { valuesTaken } from "@/lib/schema/filter-text/model";
import { KnownValues, Records, YesNo } from "./choice-values";
import { DateValues } from "./date-values";
import { TextValues } from "./text-values";
import type { ValueInputProps } from "./value-input";

/** What a field is compared with, by the field's kind. */
export function ValueInput(props: ValueInputProps) {
  const { kind, words } = props.column.field;
  const isOfKnown = words !== undefined && valuesTaken[props.test] === "many";
  const Input = isOfKnown ? KnownValues : valueInputs[kind];
  return valuesTaken[props.test] === "none" ? null : <Input {...props} />;
}

function Nothing() {
  return null;
}

const valueInputs: Readonly<Record<FieldKind, (props: ValueInputProps) => ReactNode>> = {
  id: TextValues,
  date: DateValues,
  text: TextValues,
  longText: TextValues,
  veryLongText: TextValues,
  markdown: TextValues,
  slug: TextValues,
  boolean: YesNo,
  number: TextValues,
  smallNumber: TextValues,
  json: Nothing,
  color: TextValues,
  email: TextValues,
  hashed: Nothing,
  url: TextValues,
  file: TextValues,
  textList: TextValues,
  relation: Records,
  relationList: Records,
};
