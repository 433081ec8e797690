import { Megaphone } from "lucide-react";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { useLabel } from "@/lib/client/queries/labels";
import type { StoryEntry } from "@/lib/contract/records/story";
import { resourceAt } from "@/lib/resources/index";
import { shapeOf } from "@/lib/schema/shape";
import { shownKinds } from "./kinds";

/** The icon of an entry: the shape of a new state, the color of a new status, else its kind's. */
export function EntryIcon({ entry }: { readonly entry: StoryEntry }) {
  const { path, id } = beginningValue(entry);
  const label = useLabel(path, id);
  if (entry.kind === "state" && label && label !== "missing") return <RecordMark {...label} />;
  const isPublic = resourceAt(entry.subject.resource)?.readByVisitors === true;
  const { Icon } = shownKinds[entry.kind];
  const Shown = isPublic ? Megaphone : Icon;
  return <Shown size={14} aria-hidden className={isPublic ? "text-warn" : undefined} />;
}

/** The state or status that an event sets. */
function beginningValue({ subject, data }: StoryEntry) {
  const resource = resourceAt(subject.resource);
  const column = resource && shapeOf(resource).byName.get(resource.sets?.value ?? "")?.column;
  return { path: column?.field.to ?? "", id: String(data[column?.name ?? ""] ?? "") };
}
