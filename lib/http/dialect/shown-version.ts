import type { Resource } from "@/lib/schema/resource";

const known = new WeakMap<Resource, Resource>();

/** Returns a resource whose version is a readable field, as it is in OneUptime. */
export function withVersion(resource: Resource): Resource {
  const kept = known.get(resource);
  if (kept) return kept;
  const { version, ...fields } = resource.fields;
  const shown = version
    ? { ...resource, fields: { ...fields, version: { ...version, hidden: false } } }
    : resource;
  known.set(resource, shown);
  return shown;
}
