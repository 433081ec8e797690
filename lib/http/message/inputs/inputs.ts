import { parseJson } from "@/lib/http/message/body/body";
import type { JsonObject, JsonValue } from "@/lib/schema/json";

/** What a request says besides its path and headers. */
export interface Inputs {
  readonly query: URLSearchParams;
  readonly body: JsonObject;
}

/**
 * A part of the body or, for clients whose GET carries none, the parameter of that name, as JSON. Throws a
 * 400 when the parameter is no JSON.
 */
export function inputOf(
  { query, body }: Inputs,
  name: "select" | "query" | "sort",
): JsonValue | undefined {
  if (body[name] !== undefined) return body[name];
  const text = query.get(name);
  return text === null ? undefined : parseJson(text, `/${name}`, `The parameter ${name}`);
}
