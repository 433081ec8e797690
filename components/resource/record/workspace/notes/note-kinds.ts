import { mayUse, type ProjectContext } from "@/lib/client/project/project";
import { resources } from "@/lib/resources/index";
import { filesColumn } from "@/lib/schema/record/files-column";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/** A kind of notes on a record. */
export interface NoteKind {
  readonly resource: Resource;
  /** The column that holds the record's id. */
  readonly parent: string;
  readonly isPublic: boolean;
  /** The column that holds the ids of attached files, if there is one. */
  readonly files: string | undefined;
}

/** Returns the kinds of notes that the user may add to records of a resource, internal ones first. */
export function noteKinds(context: ProjectContext, of: Resource): readonly NoteKind[] {
  const kinds = [...resources.values()].flatMap((resource): NoteKind[] => {
    const parent = shapeOf(resource).columns.find(
      ({ relation, field }) => relation !== undefined && field.to === of.path,
    );
    const isOpen = resource.story?.kind === "note" && mayUse(context, resource, "create");
    if (!isOpen || !parent) return [];
    const isPublic = resource.readByVisitors === true;
    return [{ resource, parent: parent.name, isPublic, files: filesColumn(resource) }];
  });
  return kinds.toSorted((one, other) => Number(one.isPublic) - Number(other.isPublic));
}
