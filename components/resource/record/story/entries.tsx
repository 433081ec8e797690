import { useEffect, useMemo, useRef } from "react";
import type { RecordProps } from "@/components/resource/record-props";
import { useClock, useNow } from "@/lib/client/device/clock";
import type { StoryEntry } from "@/lib/contract/records/story";
import { Entry } from "./entry";
import { anchorOf } from "./entry-time";
import { estimatedHeight, timelineRows } from "./timeline-rows";
import { isRenderedWhole, useRowRanges } from "./use-row-ranges";

interface Props {
  readonly resource: RecordProps["resource"];
  readonly entries: readonly StoryEntry[];
  /** The id of the entry that the address names. */
  readonly marked: string | null;
  readonly label: string;
}

/** Virtualized entries: those near the window, so that a long timeline is as fast as a short one. */
export function Entries({ resource, entries, marked, label }: Props) {
  const { zone } = useClock();
  const now = useNow();
  const list = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => timelineRows(entries, zone, now), [entries, zone, now]);
  const ids = useMemo(() => entries.map(({ id }) => anchorOf(id)), [entries]);
  const estimates = useMemo(() => rows.map(estimatedHeight), [rows]);
  const isThere = entries.some(({ id }) => id === marked);
  const anchor = marked !== null && isThere ? anchorOf(marked) : undefined;
  const placed = useRowRanges(list, { ids, estimates, marked: anchor });
  useMarkedInView(anchor);
  return (
    <ol
      ref={list}
      aria-label={label}
      data-long-list={isRenderedWhole(rows.length) ? undefined : true}
      className="grid min-w-0"
    >
      {placed.map(({ place, before, after }) => {
        const row = rows[place];
        return (
          row && (
            <Entry
              key={row.entry.id}
              of={resource}
              {...{ ...row, place, before, after }}
              count={rows.length}
              isMarked={row.entry.id === marked}
            />
          )
        );
      })}
    </ol>
  );
}

/** Scrolls to the entry that the address names, once it is there. */
function useMarkedInView(anchor: string | undefined): void {
  const shown = useRef<string>(undefined);
  // The scroll position is outside of React.
  useEffect(() => {
    if (anchor === undefined || shown.current === anchor) return;
    shown.current = anchor;
    const show = () => document.getElementById(anchor)?.scrollIntoView({ block: "center" });
    show();
    // Rows that are rendered beside it now may be higher than assumed.
    requestAnimationFrame(show);
  }, [anchor]);
}
