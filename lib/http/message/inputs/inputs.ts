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
 * name, parsed as JSON. `select` and `sort` may also be lists of names. Throws a 400 if the
 * parameter is neither.
 */
export function inputOf(
  { query, body }: Inputs,
  name: "select" | "query" | "sort",
): JsonValue | undefined {
  if (body[name] !== undefined) return body[name];
  const text = query.get(name);
  if (text === null) return undefined;
  const json = name === "query" || isJson.test(text) ? text : fromNames[name](text);
  return parseJson(json, `/${name}`, `The parameter ${name}`);
}

/** No name of a field begins like this. */
const isJson = /^\s*(?:[{["]|null\s*$)/;

/** Convert a list of names to JSON: `a,b` of a select, `-a,b` of a sort (descending by a). */
const fromNames: Readonly<Record<"select" | "sort", (text: string) => string>> = {
  select: (text) => objectOf(namesIn(text).map((name) => [name, true])),
  sort: (text) =>
    objectOf(namesIn(text).map((name) => (name.startsWith("-") ? [name.slice(1), -1] : [name, 1]))),
};

function namesIn(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

function objectOf(entries: readonly (readonly [string, JsonValue])[]): string {
  return JSON.stringify(Object.fromEntries(entries));
}

/** Returns the parts of a query of records that are sent, with plain values. */
export function recordQueryOf(asked: Inputs & { readonly resource: Resource }): RecordQuery {
  const select = inputOf(asked, "select");
  const sort = inputOf(asked, "sort");
  const query = unwrapQuery(asked.resource, inputOf(asked, "query"));
  return { select, query, sort };
}
