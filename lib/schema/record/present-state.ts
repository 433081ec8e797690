import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Returns the column of a record's current state, if its states declare a resolved state. */
export function presentState(
  resource: Resource,
  resolve: (path: string) => Resource | undefined,
): Column | undefined {
  return shapeOf(resource).columns.find(
    ({ name, field }) =>
      name.startsWith("current") && resolve(field.to ?? "")?.fields.isResolvedState !== undefined,
  );
}
