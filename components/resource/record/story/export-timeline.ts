import { notifyResult } from "@/components/errors/notify-failure";
import { saveFile } from "@/components/ui/save-file";
import { recordNumber, recordTitle } from "@/components/words/record-title";
import { fullTime } from "@/lib/client/device/times";
import { fetchStory } from "@/lib/client/queries/story";
import type { Story, StoryEntry, StoryKind } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { entryTexts } from "./entry-texts";
import { actorName, type Part, sentenceOf } from "./sentence";

/** Most pages that an export reads: 50,000 entries. */
const mostPages = 250;

/** Saves the timeline of a record as a Markdown file, oldest entry first, in UTC. */
export async function exportTimeline(
  resource: Resource,
  record: Row,
  kinds: readonly StoryKind[] | undefined,
): Promise<void> {
  await notifyResult(
    async () => {
      const lines = await timelineLines(resource, String(record._id), kinds);
      const number = recordNumber(resource, record) ?? resource.path;
      const title = `# ${number} ${recordTitle(resource, record, undefined)}`;
      const text = [title, "", "## Timeline", "", ...lines, ""].join("\n");
      saveFile(new Blob([text], { type: "text/markdown" }), `${number}-timeline.md`);
      return { title: "Timeline exported", detail: `${lines.length} entries` };
    },
    `Timeline of ${recordNumber(resource, record) ?? resource.name} not exported`,
  );
}

/** Returns the texts that a line quotes below its sentence; undefined leaves the entry out. */
export type Quotes = (entry: StoryEntry) => readonly string[] | undefined;

/**
 * Returns the entries of a timeline as lines of a Markdown list, oldest first, in UTC. Rejects with
 * an `ApiProblem`.
 */
export async function timelineLines(
  resource: Resource,
  id: string,
  kinds: readonly StoryKind[] | undefined,
  quotes: Quotes = entryTexts,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < mostPages; page += 1) {
    const story: Story = await fetchStory(resource, id, { order: "asc", kinds }, cursor);
    lines.push(...linesOf(resource, story, quotes));
    cursor = story.nextCursor;
  }
  return lines;
}

/** Returns the lines of one page of a story. */
export function linesOf(
  resource: Resource,
  { entries, labels }: Pick<Story, "entries" | "labels">,
  quotes: Quotes,
): readonly string[] {
  return entries.flatMap((entry) => {
    const texts = quotes(entry);
    return texts ? [lineOf(resource, entry, labels, texts)] : [];
  });
}

function lineOf(
  resource: Resource,
  entry: StoryEntry,
  labels: Story["labels"],
  texts: readonly string[],
): string {
  const words = sentenceOf(resource, entry).map((part) => textOf(part, labels));
  const quoted = texts.map((text) => `\n\n  > ${text.replaceAll("\n", "\n  > ")}\n`);
  return `- **${fullTime(entry.at, "UTC")}** ${words.join("")}${quoted.join("")}`;
}

function textOf(part: Part, labels: Story["labels"]): string {
  if (typeof part === "string") return part;
  if ("actor" in part) return escaped(actorName(part.actor));
  const label = labels[part.path]?.[part.id];
  const name = resourceAt(part.path)?.name ?? part.path;
  if (!label) return `a ${name.toLowerCase()}`;
  return escaped(label.number === undefined ? label.label : `${label.number} ${label.label}`);
}

/** Names are plain text, not markup. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, "\\$&");
}
