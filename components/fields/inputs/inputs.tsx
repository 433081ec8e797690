import type { ReactNode } from "react";
import type { FieldKind } from "@/lib/schema/field";
import { BooleanInput } from "./boolean-input";
import { ColorInput } from "./color-input";
import { DateInput } from "./date-input";
import { FileInput } from "./file-input";
import type { InputProps } from "./input-props";
import { JsonInput } from "./json-input";
import { MarkdownInput } from "./markdown-input";
import { PasswordInput } from "./password-input";
import { RelationInput, RelationListInput } from "./relation-inputs";
import * as text from "./text-inputs";
import { TextListInput } from "./text-list-input";

/** The input of each kind of field. */
export const inputs: Readonly<Record<FieldKind, (props: InputProps) => ReactNode>> = {
  id: text.CodeInput,
  date: DateInput,
  text: text.TextInput,
  longText: text.LongTextInput,
  veryLongText: text.VeryLongTextInput,
  markdown: MarkdownInput,
  slug: text.CodeInput,
  boolean: BooleanInput,
  number: text.NumberInput,
  smallNumber: text.NumberInput,
  json: JsonInput,
  color: ColorInput,
  email: text.EmailInput,
  hashed: PasswordInput,
  url: text.UrlInput,
  file: FileInput,
  textList: TextListInput,
  relation: RelationInput,
  relationList: RelationListInput,
};
