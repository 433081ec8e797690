/** Anything `JSON.parse` can return. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Objects from a client have no prototype (see `lib/http/message/body/body.ts`). */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns true for a JSON object, false for arrays, null and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
