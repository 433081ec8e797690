import { mayUse, type ProjectContext } from "@/lib/client/project/project";
import { resources } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/** A kind of notes on a record. */
export interface NoteKind {
  readonly resource: Resource;
  /** The column that holds the record's id. */
  readonly parent: string;
  readonly isPublic: boolean;
}

/** Returns the kinds of notes that the user may add to records of a resource, internal ones first. */
export function noteKinds(context: ProjectContext, of: Resource): readonly NoteKind[] {
  const kinds = [...resources.values()].flatMap((resource): NoteKind[] => {
    const parent = shapeOf(resource).columns.find(
      ({ relation, field }) => relation !== undefined && field.to === of.path,
    );
    const isOpen = resource.story?.kind === "note" && mayUse(context, resource, "create");
    if (!isOpen || !parent) return [];
    return [{ resource, parent: parent.name, isPublic: resource.readByVisitors === true }];
  });
  return kinds.toSorted((one, other) => Number(one.isPublic) - Number(other.isPublic));
}
