import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** The column that holds a record's present state, where its states say which of them is the end. */
export function presentState(
  resource: Resource,
  resolve: (path: string) => Resource | undefined,
): Column | undefined {
  return shapeOf(resource).columns.find(
    ({ name, field }) =>
      name.startsWith("current") && resolve(field.to ?? "")?.fields.isResolvedState !== undefined,
  );
}
