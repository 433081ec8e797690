import type { Field, FieldKind } from "./field";

type Options = Omit<Field, "kind" | "to">;

const of =
  (kind: FieldKind) =>
  (options: Options = {}): Field => ({ kind, ...options });

/** One builder per kind; each returns plain data. `text({ required: true })`. */
export const id = of("id");
export const date = of("date");
export const text = of("text");
export const longText = of("longText");
export const veryLongText = of("veryLongText");
export const markdown = of("markdown");
export const boolean = of("boolean");
export const number = of("number");
export const smallNumber = of("smallNumber");
export const json = of("json");
export const color = of("color");
export const email = of("email");
export const hashed = of("hashed");
export const url = of("url");
export const file = of("file");
export const textList = of("textList");

/** Returns a slug field: derived from another field when absent, unique in the deployment. */
export function slug(options: Options & { readonly from: string }): Field {
  const { from, ...rest } = options;
  return { kind: "slug", required: true, madeByServer: true, slugFrom: from, ...rest };
}

/**
 * Returns a reference to one record, which declares the pair `incident` / `incidentId` under the
 * name `incident`. By default it is indexed, and cleared when the target is deleted.
 */
export function relation(to: string, options: Options = {}): Field {
  return { kind: "relation", to, indexed: true, onTargetDelete: "clear", ...options };
}

/** Returns references to several records, in order and without duplicates. */
export function relationList(to: string, options: Options = {}): Field {
  return { kind: "relationList", to, onTargetDelete: "clear", ...options };
}
