import type { Resource } from "@/lib/schema/resource";

const known = new WeakMap<Resource, Resource>();

/**
 * Returns a resource with the fields that OneUptime has and the plain API hides: the version, and
 * the foreign columns that its clients write.
 */
export function dialectResource(resource: Resource): Resource {
  const kept = known.get(resource);
  if (kept) return kept;
  const fields = Object.entries(resource.fields).map(([name, field]) =>
    name === "version" || field.foreign ? [name, { ...field, hidden: false }] : [name, field],
  );
  const shown: Resource = { ...resource, fields: Object.fromEntries(fields) };
  known.set(resource, shown);
  return shown;
}
