import { useState } from "react";
import { uploadingPrefix } from "@/components/fields/form-values";
import { type DraftKey, deleteDraft, readDraft, saveDraft } from "@/lib/client/device/drafts";
import { useBrowserValue } from "@/lib/client/document/use-browser-value";
import { useProject } from "@/lib/client/project/project";
import { forgetUnanswered } from "@/lib/client/saving/unanswered";
import type { Resource } from "@/lib/schema/resource";
import type { NoteText } from "./use-add-note";

interface Typed extends NoteText {
  readonly isPublic: boolean;
}

/** Returns the unsaved note on a record in this tab, and the ways to change it. */
export function useNoteDraft(resource: Resource, id: string) {
  const { me, project } = useProject();
  const key = { person: me._id, project: project._id, resource, record: `note:${id}` };
  const [typed, setTyped] = useState<Typed>();
  // A text, because each reading must return an equal value.
  const kept = useBrowserValue(() => JSON.stringify(keptNote(key)), JSON.stringify(nothing));
  const now = typed ?? (JSON.parse(kept) as Typed);
  return {
    ...now,
    /** Where the note is kept. */
    place: key,
    change: (part: Partial<Typed>) => {
      const next = { ...now, ...part };
      setTyped(next);
      // The same text may be meant as a further note.
      forgetUnanswered(key);
      const { text, isPublic } = next;
      const files = next.files.filter((file) => !file.startsWith(uploadingPrefix));
      if (text === "" && files.length === 0) return deleteDraft(key);
      const values = { note: text, isPublic, files };
      saveDraft(key, { values, first: {}, at: new Date().toISOString() });
    },
    /** Forgets a note that is saved, unless the user has gone on with it meanwhile. */
    clear: ({ text, files }: NoteText) => {
      const isSaved = (one: NoteText) =>
        one.text === text && one.files.every((file) => files.includes(file));
      if (isSaved(keptNote(key))) deleteDraft(key);
      // The audience may have been changed meanwhile.
      setTyped((latest = now) => (isSaved(latest) ? { ...latest, text: "", files: [] } : latest));
    },
  };
}

const nothing: Typed = { text: "", isPublic: false, files: [] };

function keptNote(key: DraftKey): Typed {
  const { note, isPublic, files } = readDraft(key)?.values ?? {};
  return {
    text: String(note ?? ""),
    isPublic: isPublic === true,
    files: Array.isArray(files) ? files.map(String) : [],
  };
}
