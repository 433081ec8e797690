import type { Field, FieldKind } from "./field";

type Options = Omit<Field, "kind" | "to">;

/** Returns the builder of the fields of a kind. */
export const builderOf =
  (kind: FieldKind) =>
  (options: Options = {}): Field => ({ kind, ...options });

/** Builders of the common kinds; each returns plain data. `text({ required: true })`. */
export const id = builderOf("id");
export const date = builderOf("date");
export const text = builderOf("text");
export const longText = builderOf("longText");
export const veryLongText = builderOf("veryLongText");
export const markdown = builderOf("markdown");
export const boolean = builderOf("boolean");
export const number = builderOf("number");
export const smallNumber = builderOf("smallNumber");
export const json = builderOf("json");
export const color = builderOf("color");
export const email = builderOf("email");
export const hashed = builderOf("hashed");
export const url = builderOf("url");
export const file = builderOf("file");
export const textList = builderOf("textList");

/** Returns a field that only clients of OneUptime know. */
export function foreign(kind: FieldKind): Field {
  return { kind, hidden: true, foreign: true };
}

/** Returns a number of seconds that the store derives, and that clients know by name alone. */
export function derivedSeconds(options: Options): Field {
  return {
    kind: "number",
    hidden: true,
    byName: true,
    writtenBy: "server",
    unit: "seconds",
    ...options,
  };
}

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

/** Returns a required reference to the record that this one belongs to and is deleted with. */
export function parent(to: string, options: Options = {}): Field {
  return relation(to, { required: true, onTargetDelete: "remove", ...options });
}

/** Returns a required reference to a record that cannot be deleted while it is in use. */
export function choice(to: string, options: Options = {}): Field {
  return relation(to, { required: true, onTargetDelete: "refuse", ...options });
}

/** Returns references to several records, in order and without duplicates. */
export function relationList(to: string, options: Options = {}): Field {
  return { kind: "relationList", to, onTargetDelete: "clear", ...options };
}
