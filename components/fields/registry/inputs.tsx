import type { ReactNode } from "react";
import { BooleanInput } from "@/components/fields/boolean/input";
import { ColorInput } from "@/components/fields/color/input";
import { DateInput } from "@/components/fields/date/input";
import { EmailInput } from "@/components/fields/email/input";
import { FileInput } from "@/components/fields/file/input";
import { PasswordInput } from "@/components/fields/hashed/input";
import { CodeInput } from "@/components/fields/id/input";
import { JsonInput } from "@/components/fields/json/input";
import { MarkdownInput } from "@/components/fields/markdown/input";
import { NumberInput } from "@/components/fields/number/input";
import type { InputProps } from "@/components/fields/props/input-props";
import { RelationInput, RelationListInput } from "@/components/fields/relation/input";
import { LongTextInput, TextInput, VeryLongTextInput } from "@/components/fields/text/input";
import { TextListInput } from "@/components/fields/text-list/input";
import { UrlInput } from "@/components/fields/url/input";
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
