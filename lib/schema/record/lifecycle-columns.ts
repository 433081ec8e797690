import type { StateFlags } from "@/lib/schema/lifecycle";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Returns the column of a record's current state; undefined without a lifecycle. */
export function stateColumn(resource: Resource): Column | undefined {
  return resource.lifecycle && relationColumn(resource, resource.lifecycle.state);
}

/** Returns the column of a relation. Throws for a name that the definition lacks. */
export function relationColumn(resource: Resource, relation: string): Column {
  const column = shapeOf(resource).byName.get(relation)?.column;
  if (!column) throw new Error(`${resource.path} has no ${relation}.`);
  return column;
}

/** Returns the column by which records of a resource belong to one of another. */
export function columnTo(resource: Resource, target: Resource): string | undefined {
  return shapeOf(resource).columns.find(
    ({ relation, field }) => relation !== undefined && field.to === target.path,
  )?.name;
}

/**
 * Returns the column by which a member or owner belongs to the record in whose story they stand.
 * Undefined for other kinds. `resourceAt` returns a resource by its path.
 */
export function storyOwnerColumn(
  resource: Resource,
  resourceAt: (path: string) => Resource | undefined,
): string | undefined {
  if (resource.story?.kind !== "person") return undefined;
  return shapeOf(resource).columns.find(
    ({ relation, field }) =>
      relation !== undefined && resourceAt(field.to ?? "")?.lifecycle !== undefined,
  )?.name;
}

/** Returns the names of the flags of states. Throws for a resource that is none of states. */
export function flagsOf({ path, stateFlags }: Resource): StateFlags {
  if (!stateFlags) throw new Error(`${path} has no flags of states.`);
  return stateFlags;
}
