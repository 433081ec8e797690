import { resources } from "@/lib/resources/index";
import { shapeOf } from "@/lib/schema/shape";

/** Columns that a reply holds only if its request selects them by name. The document omits them. */
const byName: ReadonlySet<string> = new Set(
  [...resources.values()].flatMap((resource) =>
    shapeOf(resource).columns.flatMap(({ name, field }) => (field.byName ? [name] : [])),
  ),
);

/** Parses a reply without the columns that the document omits. Throws for a body that is no JSON. */
export function documentedValue(body: string): unknown {
  return JSON.parse(body, (name, value: unknown) => (byName.has(name) ? undefined : value));
}
