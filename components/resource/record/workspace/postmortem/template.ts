import { timelineLines } from "@/components/resource/record/story/export-timeline";
import { kindsInOrder } from "@/components/resource/record/story/kinds";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Changes of single fields would hide what happened. */
const told = kindsInOrder.filter((kind) => kind !== "change");

/**
 * Returns the beginning of a postmortem: its headings, the timeline, and what the record says of
 * the cause. Rejects with an `ApiProblem`.
 */
export async function postmortemTemplate(resource: Resource, record: Row): Promise<string> {
  const lines = await timelineLines(resource, String(record._id), told);
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
