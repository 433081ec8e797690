import type { Field, FieldKind } from "@/lib/schema/field";
import type { StoredType } from "@/lib/store/port/engine";

/** Storage of a kind of field. */
export interface Codec {
  readonly type: StoredType;
  /** Equality ignores case: a second column stores the lower-cased text. */
  readonly foldsCase?: true;
  /** A list whose elements are found through a link table, or in the column itself. */
  readonly list?: "linked" | "inline";
  /** A value may take tens of kilobytes or megabytes. */
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
  // An id or an array of ids, returned as it was written.
  file: { type: "json", list: "inline" },
  textList: { type: "json", list: "inline", isBulky: true },
  relation: text,
  relationList: { type: "json", list: "linked" },
};

/** Kinds of fields that are unique in the whole deployment. */
const uniqueKinds: Readonly<Partial<Record<FieldKind, true>>> = { slug: true };

/** Returns true when no two records of the deployment may share the field's value. */
export function isUniqueEverywhere(field: Field): boolean {
  return uniqueKinds[field.kind] === true;
}
