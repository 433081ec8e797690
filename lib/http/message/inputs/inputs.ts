import { parseJson } from "@/lib/http/message/body/body";
import type { RecordQuery } from "@/lib/operations/access/record-query";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { unwrapQuery } from "./typed-values";

/** The inputs of a request besides its path and headers. */
export interface Inputs {
  readonly query: URLSearchParams;
  readonly body: JsonObject;
}

/**
 * Returns a key of the body or, for clients whose GET has no body, the query parameter of that
 * name, parsed as JSON. Throws a 400 if the parameter is not JSON.
 */
export function inputOf(
  { query, body }: Inputs,
  name: "select" | "query" | "sort",
): JsonValue | undefined {
  if (body[name] !== undefined) return body[name];
  const text = query.get(name);
  return text === null ? undefined : parseJson(text, `/${name}`, `The parameter ${name}`);
}

/** Returns the parts of a query of records that are sent, with plain values. */
export function recordQueryOf(asked: Inputs & { readonly resource: Resource }): RecordQuery {
  const select = inputOf(asked, "select");
  const sort = inputOf(asked, "sort");
  const query = unwrapQuery(asked.resource, inputOf(asked, "query"));
  return {
    ...(select !== undefined && { select }),
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort }),
  };
}
