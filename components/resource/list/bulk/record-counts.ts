import { bidiIsolate } from "@/components/words/bidi-isolate";
import { inSentence } from "@/components/words/sentence-case";
import type { RecordLabel } from "@/lib/contract/labels";
import type { Resource } from "@/lib/schema/resource";

/** "3 incidents", "1 AI agent". */
export function countOf({ name, plural }: Resource, count: number): string {
  return `${count.toLocaleString("en")} ${inSentence(count === 1 ? name : plural)}`;
}

/** Returns the display name of a record: its number and name, else its id. */
export function recordLabelText(label: RecordLabel | "missing" | undefined, id: string): string {
  if (!label || label === "missing") return id;
  const name = bidiIsolate(label.label);
  return label.number ? `${label.number} ${name}` : name;
}
