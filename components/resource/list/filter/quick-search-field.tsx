import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classes, styles } from "@/components/ui/styles";
import { inSentence } from "@/components/words/sentence-case";
import { useLatest } from "@/lib/client/device/use-latest";
import type { Resource } from "@/lib/schema/resource";

interface Props {
  readonly resource: Resource;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Searches the text of the records, debounced after the last key. Enter searches at once. Escape
 * too, and blurs the field.
 */
export function QuickSearch({ resource, value, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [said, setSaid] = useState(value);
  // The URL may change elsewhere. Values that this field wrote itself are older than the current
  // input.
  if (value !== seen) {
    setSeen(value);
    if (value !== said) {
      setSaid(value);
      setTyped(value);
    }
  }
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = (text: string) => {
    clearTimeout(waiting.current);
    if (text.trim() === said) return;
    setSaid(text.trim());
    onChange(text.trim());
  };
  const latest = useLatest(say);
  // Follows the browser's timer. Navigation cancels it: a late write would replace the URL of the
  // next page or cancel its loading.
  useEffect(() => {
    const end = () => clearTimeout(waiting.current);
    const onClick = (event: MouseEvent) => leadsAway(event) && end();
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      document.removeEventListener("click", onClick, { capture: true });
      end();
    };
  }, []);
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
        aria-label={`Search ${inSentence(resource.plural)}`}
        placeholder="Search this list"
        aria-keyshortcuts="/"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          clearTimeout(waiting.current);
          const text = event.target.value;
          waiting.current = setTimeout(() => latest.current(text), searchAfterMs);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") say(typed);
          if (event.key !== "Escape") return;
          // Focuses the results. The default action would empty the field.
          event.preventDefault();
          say(typed);
          event.currentTarget.blur();
        }}
        className={classes(styles.input, "h-8 pl-8 pointer-coarse:h-11 pointer-coarse:text-16")}
      />
    </search>
  );
}

const searchAfterMs = 250;

/** Returns whether a click follows a link in this tab. */
function leadsAway({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  const isElsewhere = button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
  return link !== null && link.target !== "_blank" && !isElsewhere;
}

/** The id of the field, for the keyboard shortcut that focuses it. */
export const quickSearchId = "quick-search";
