"use client";

import { Search } from "lucide-react";
import { useRef, useState } from "react";
import { classes, styles } from "@/components/ui/styles";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches the text of the records a moment after the last key, or at once by Enter. */
export function QuickSearch({ resource, value, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [said, setSaid] = useState(value);
  // The address may change by other ways than by typing here; what was said from here is behind what is typed since.
  if (value !== seen) {
    setSeen(value);
    if (value !== said) {
      setSaid(value);
      setTyped(value);
    }
  }
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (text: string, afterMs: number) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => {
      setSaid(text.trim());
      onChange(text.trim());
    }, afterMs);
  };
  return (
    <search className="relative w-56 max-md:w-full">
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-muted"
      />
      <input
        id={quickSearchId}
        type="search"
        aria-label={`Search ${resource.plural}`}
        placeholder="Search this list"
        aria-keyshortcuts="/"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          say(event.target.value, 250);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") say(typed, 0);
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        className={classes(styles.input, "h-8 pl-8 pointer-coarse:h-11 pointer-coarse:text-16")}
      />
    </search>
  );
}

/** The id of the field, for the key that leads to it. */
export const quickSearchId = "quick-search";
