import { useState } from "react";

/** The selected records, over all pages of a list. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Toggles one record; with `isRange` sets all from the last toggled one to it. */
  readonly toggle: (id: string, isRange: boolean) => void;
  readonly setMany: (ids: readonly string[], isSelected: boolean) => void;
  /** Adds records requested while `then` was selected, except those that were deselected since. */
  readonly add: (ids: readonly string[], then: ReadonlySet<string>) => void;
  readonly clear: () => void;
}

/** Holds a selection; `shown` are the ids on the page, in order, for ranges. */
export function useSelection(shown: readonly string[], first: ReadonlySet<string>): Selection {
  const [ids, setIds] = useState(first);
  const [anchor, setAnchor] = useState<string>();
  const setMany = (those: readonly string[], isSelected: boolean) => {
    // Reads the selection at this time, not that at the time of the request.
    setIds((now) => {
      const next = new Set(now);
      for (const id of those) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  };
  const add = (those: readonly string[], then: ReadonlySet<string>) =>
    setIds((now) => new Set([...now, ...those.filter((id) => now.has(id) || !then.has(id))]));
  const toggle = (id: string, isRange: boolean) => {
    const range = isRange ? between(shown, anchor, id) : [id];
    setMany(range, !ids.has(id));
    setAnchor(id);
  };
  return { ids, toggle, setMany, add, clear: () => setIds(new Set()) };
}

function between(shown: readonly string[], from: string | undefined, to: string): string[] {
  const ends = [shown.indexOf(from ?? to), shown.indexOf(to)].sort((a, b) => a - b);
  const [begin = -1, end = -1] = ends;
  return begin < 0 ? [to] : shown.slice(begin, end + 1);
}
