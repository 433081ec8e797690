import { useState } from "react";
import { useDraftKeeper } from "@/lib/client/device/draft-keeper";
import { type DraftKey, readDraft } from "@/lib/client/device/drafts";
import type { RecordRead } from "@/lib/client/queries/queries";
import type { Column } from "@/lib/schema/shape";

interface Ask {
  /** The key of the draft. */
  readonly place: DraftKey;
  readonly column: Column;
  /** The version that the text is a change of, and its text. */
  readonly from: RecordRead;
  readonly saved: string;
  /** The text that an empty one begins with. */
  readonly template: string;
}

/** Returns the text that is being written, which is kept in this tab, and the ways to change it. */
export function useKeptText({ place, column, from, saved, template }: Ask) {
  const keeper = useDraftKeeper(place);
  const [typed, setTyped] = useState(
    () => keptText(place) ?? (saved.trim() === "" ? template : undefined),
  );
  /** `base` is the version that the text is a change of. */
  const type = (text: string, base = from) => {
    setTyped(text);
    const { etag } = base;
    keeper.keep({
      ...{ values: { text }, first: { text: base.record[column.name] ?? null } },
      ...{ at: new Date().toISOString(), ...(etag !== undefined && { etag }) },
    });
  };
  return { text: typeof typed === "string" ? typed : saved, type, forget: keeper.forget };
}

/** Returns the stored draft of a text; undefined without one. */
export function keptText(place: DraftKey): unknown {
  return readDraft(place)?.values["text"];
}
