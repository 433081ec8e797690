import { useState } from "react";
import { type Draft, type DraftKey, deleteDraft, saveDraft } from "./drafts";
import { useWriteBeforeLeaving } from "./write-before-leaving";

/** Stores the drafts of a text, with few writes. */
export interface DraftKeeper {
  /** Stores a draft within 300 ms. A later one replaces it. */
  readonly keep: (draft: Draft) => void;
  /** Stores the last draft now, if it is not stored yet. */
  readonly flush: () => void;
  /** Deletes the draft, also one that is not stored yet. */
  readonly forget: () => void;
}

const keepAfterMs = 300;

/** Returns the keeper of the drafts under a key. */
export function draftKeeper(place: DraftKey): DraftKeeper {
  let due: Draft | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    due = undefined;
  };
  const flush = () => {
    if (due) saveDraft(place, due);
    stop();
  };
  return {
    keep: (draft) => {
      due = draft;
      timer ??= setTimeout(flush, keepAfterMs);
    },
    flush,
    forget: () => {
      stop();
      deleteDraft(place);
    },
  };
}

/**
 * Returns the keeper of the drafts under the key of the first render. The last draft is stored on
 * unmount, and when the browser hides or leaves the page.
 */
export function useDraftKeeper(place: DraftKey): DraftKeeper {
  const [keeper] = useState(() => draftKeeper(place));
  useWriteBeforeLeaving(keeper.flush);
  return keeper;
}
