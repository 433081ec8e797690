import { entryTexts } from "@/components/resource/record/story/entry-texts";
import { timelineLines } from "@/components/resource/record/story/export-timeline";
import type { StoryEntry, StoryKind } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Kinds that tell the course of a record. Owners, on-call and changes of fields are internal. */
const told: readonly StoryKind[] = ["began", "state", "status", "alert", "member", "note"];

/**
 * Returns the texts of an entry that visitors may read. A postmortem may be published, so other
 * texts are not quoted, and internal notes are left out.
 */
export function publicTexts(entry: StoryEntry): readonly string[] | undefined {
  if (resourceAt(entry.subject.resource)?.readByVisitors) return entryTexts(entry);
  return entry.kind === "note" ? undefined : [];
}

/**
 * Returns the beginning of a postmortem: its headings, the timeline, and what the record says of
 * the cause. Rejects with an `ApiProblem`.
 */
export async function postmortemTemplate(resource: Resource, record: Row): Promise<string> {
  const lines = await timelineLines(resource, String(record._id), told, publicTexts);
  const textOf = (name: string) => {
    const text = record[name];
    return typeof text === "string" ? text.trim() : "";
  };
  const sections: readonly (readonly [string, string])[] = [
    ["Summary", textOf("description")],
    ["Impact", ""],
    ["Timeline", ["All times are UTC.", "", ...lines].join("\n")],
    ["Root cause", textOf("rootCause")],
    ["Remediation", textOf("remediationNotes")],
    ["What went well", ""],
    ["What went wrong", ""],
    ["Action items", "- [ ] "],
  ];
  return sections.map(([title, text]) => `## ${title}\n\n${text}\n`).join("\n");
}
