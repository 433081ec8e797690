import { isJsonObject, type JsonObject } from "@/lib/schema/json";

/** Returns the object at a path of keys in a document. Throws if there is none. */
export function partOf(from: JsonObject, ...way: readonly string[]): JsonObject {
  return way.reduce((at, key) => {
    const next = at[key];
    if (!isJsonObject(next)) throw new Error(`The document has no ${way.join("/")}.`);
    return next;
  }, from);
}
