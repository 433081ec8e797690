import type { ReactNode } from "react";
import { BooleanInput } from "@/components/fields/boolean/input";
import { ColorInput } from "@/components/fields/color/input";
import { DateInput } from "@/components/fields/date/input";
import { FileInput } from "@/components/fields/file/input";
import { PasswordInput } from "@/components/fields/hashed/input";
import { JsonInput } from "@/components/fields/json/input";
import { MarkdownInput } from "@/components/fields/markdown/input";
import type { InputProps } from "@/components/fields/props/input-props";
import { RelationInput, RelationListInput } from "@/components/fields/relation/input";
import {
  CodeInput,
  EmailInput,
  LongTextInput,
  NumberInput,
  TextInput,
  UrlInput,
  VeryLongTextInput,
} from "@/components/fields/text/input";
import { TextListInput } from "@/components/fields/text-list/input";
import type { FieldKind } from "@/lib/schema/field";

/** The input of each kind of field. */
export const inputs: Readonly<Record<FieldKind, (props: InputProps) => ReactNode>> = {
  id: CodeInput,
  date: DateInput,
  text: TextInput,
  longText: LongTextInput,
  veryLongText: VeryLongTextInput,
  markdown: MarkdownInput,
  slug: CodeInput,
  boolean: BooleanInput,
  number: NumberInput,
  smallNumber: NumberInput,
  json: JsonInput,
  color: ColorInput,
  email: EmailInput,
  hashed: PasswordInput,
  url: UrlInput,
  file: FileInput,
  textList: TextListInput,
  relation: RelationInput,
  relationList: RelationListInput,
};
