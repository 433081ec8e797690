import { useState } from "react";
import { deleteDraft, readDraft, saveDraft } from "@/lib/client/device/drafts";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";
import { useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";

/** Returns the unsaved note on a record in this tab, and the ways to change it. */
export function useNoteDraft(resource: Resource, id: string) {
  const { me, project } = useProject();
  const key = { person: me._id, project: project._id, resource, record: `note:${id}` };
  const [typed, setTyped] = useState<{ readonly text: string; readonly isPublic: boolean }>();
  const kept = useBrowserValue(() => String(readDraft(key)?.values["note"] ?? ""), "");
  const isKeptPublic = useBrowserValue(() => readDraft(key)?.values["isPublic"] === true, false);
  const now = typed ?? { text: kept, isPublic: isKeptPublic };
  return {
    ...now,
    type: (text: string, isPublic: boolean) => {
      setTyped({ text, isPublic });
      if (text === "") return deleteDraft(key);
      saveDraft(key, { values: { note: text, isPublic }, first: {}, at: new Date().toISOString() });
    },
    /** Forgets a text that is saved, unless the user has typed on meanwhile. */
    clear: (saved: string) => {
      if (readDraft(key)?.values["note"] === saved) deleteDraft(key);
      setTyped((latest) => ((latest?.text ?? saved) === saved ? { ...now, text: "" } : latest));
    },
  };
}
