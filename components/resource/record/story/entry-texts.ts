import type { StoryEntry } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import { kindOf } from "@/lib/schema/kinds/index";
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
  if (!resource || kind !== "note") return [];
  return shapeOf(resource).columns.flatMap(({ name, field }) => {
    const ids = kindOf(field).formValue === "files" ? (data[name] ?? []) : [];
    return Array.isArray(ids) ? ids.map(String) : [String(ids)];
  });
}
