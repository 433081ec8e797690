import type { StoryEntry } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import { kindOf } from "@/lib/schema/kinds/index";
import { filesColumn } from "@/lib/schema/record/files-column";
import { shapeOf } from "@/lib/schema/shape";

/** Returns the Markdown texts of an entry: of a note, a cause, a message. */
export function entryTexts({ subject, data, kind }: StoryEntry): readonly string[] {
  const resource = resourceAt(subject.resource);
  if (!resource || resource.lifecycle || kind === "change") return [];
  return shapeOf(resource).columns.flatMap(({ name, field }) => {
    const text = data[name];
    const isText = kindOf(field).isMarkdown === true && typeof text === "string";
    return isText && text.trim() !== "" ? [text] : [];
  });
}

/** Returns the ids of the files that are attached to a note. */
export function entryFiles({ subject, data, kind }: StoryEntry): readonly string[] {
  const resource = resourceAt(subject.resource);
  const column = resource && kind === "note" ? filesColumn(resource) : undefined;
  const ids = column === undefined ? null : (data[column] ?? null);
  return ids === null ? [] : [ids].flat().map(String);
}
