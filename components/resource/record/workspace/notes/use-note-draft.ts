import { useEffect, useEffectEvent, useRef, useState } from "react";
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
  const isMounted = useRef(false);
  const take = useEffectEvent((place: DraftKey, files: readonly string[]) => {
    if (place.resource !== resource || place.record !== key.record) return;
    setTyped((latest = now) => ({ ...latest, files: withFiles(latest.files, files) }));
  });
  // Only effects report an unmount. Uploads of a composer that was unmounted arrive here.
  useEffect(() => {
    isMounted.current = true;
    const listener: Listener = (place, files) => take(place, files);
    composers.add(listener);
    return () => {
      isMounted.current = false;
      composers.delete(listener);
    };
  }, []);
  return {
    ...now,
    /** Where the note is kept. */
    place: key,
    change: (part: Partial<Typed>) => {
      if (!isMounted.current) {
        keepLateFiles(key, now, part.files ?? []);
        return;
      }
      const next = { ...now, ...part };
      setTyped(next);
      // The same text may be meant as a further note.
      forgetUnanswered(key);
      keepNote(key, next);
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

function keepNote(key: DraftKey, { text, isPublic, files: all }: Typed): void {
  const files = all.filter((file) => !file.startsWith(uploadingPrefix));
  const values = { note: text, isPublic, files };
  if (text === "" && files.length === 0) deleteDraft(key);
  else saveDraft(key, { values, first: {}, at: new Date().toISOString() });
}

/**
 * Adds files whose upload ended after the unmount. The user may have changed the note since. If they
 * have published it, the files belong to no note.
 */
function keepLateFiles(key: DraftKey, then: Typed, files: readonly string[]): void {
  const kept = keptNote(key);
  if (kept.text === "" && then.text !== "") return;
  keepNote(key, { ...kept, files: withFiles(kept.files, files) });
  const uploaded = files.filter((file) => !file.startsWith(uploadingPrefix));
  for (const listener of composers) listener(key, uploaded);
}

type Listener = (place: DraftKey, files: readonly string[]) => void;

/** The mounted composers. */
const composers = new Set<Listener>();

function withFiles(files: readonly string[], more: readonly string[]): readonly string[] {
  return [...files, ...more.filter((file) => !files.includes(file))];
}

function keptNote(key: DraftKey): Typed {
  const { note, isPublic, files } = readDraft(key)?.values ?? {};
  return {
    text: String(note ?? ""),
    isPublic: isPublic === true,
    files: Array.isArray(files) ? files.map(String) : [],
  };
}
