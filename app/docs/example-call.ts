import type { DocumentedCall } from "@/components/docs/documented-call";
import { exampleRecord } from "@/lib/resources/examples/examples";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/** Returns the most telling call of a resource, with its response: a create, else a list. */
export function exampleOf(
  resource: Resource,
  calls: readonly DocumentedCall[],
): { readonly call: DocumentedCall | undefined; readonly reply: JsonObject } {
  const record = exampleRecord(resource);
  const create = calls.find(({ operation }) => operation === "create");
  if (create) return { call: create, reply: record };
  const { label, timeField } = resource;
  const shown = Object.fromEntries(
    ["_id", label, timeField].map((name) => [name, record[name] ?? null]),
  );
  return {
    call: calls.find(({ operation }) => operation === "list"),
    reply: { count: 1, limit: 10, skip: 0, data: [shown] },
  };
}
