import type { Field, FieldKind } from "@/lib/schema/field";
import type { StoredType } from "@/lib/store/port/engine";

/** How a kind of field is stored. */
export interface Codec {
  readonly type: StoredType;
  /** Equality disregards case: a second column keeps the lower-cased text. */
  readonly foldsCase?: true;
  /** A list: its elements are looked up in a link table, or in the column itself. */
  readonly list?: "linked" | "inline";
  /** A value may be tens of kilobytes long, or megabytes. */
  readonly isBulky?: true;
}

const text: Codec = { type: "text" };

/** The codec of each kind of field. */
export const codecs: Readonly<Record<FieldKind, Codec>> = {
  id: text,
  date: { type: "date" },
  text,
  longText: text,
  veryLongText: { ...text, isBulky: true },
  markdown: { ...text, isBulky: true },
  slug: text,
  boolean: { type: "boolean" },
  number: { type: "number" },
  smallNumber: { type: "integer" },
  json: { type: "json", isBulky: true },
  color: text,
  email: { type: "text", foldsCase: true },
  hashed: text,
  url: text,
  // An id or an array of ids, answered as it was written.
  file: { type: "json", list: "inline" },
  textList: { type: "json", list: "inline", isBulky: true },
  relation: text,
  relationList: { type: "json", list: "linked" },
};

/** Fields of these kinds must be unique in the whole deployment. */
const uniqueKinds: Readonly<Partial<Record<FieldKind, true>>> = { slug: true };

/** True where no two records of the deployment may share the field's value. */
export function isUniqueEverywhere(field: Field): boolean {
  return uniqueKinds[field.kind] === true;
}
