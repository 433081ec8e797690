import { type KeyboardEvent, type ReactNode, useId } from "react";

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly content: ReactNode;
  /** Keeps the content mounted, hidden, while another tab is selected. It holds unsaved input. */
  readonly isKept?: boolean;
}

interface Props {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/**
 * Tabs, one panel shown at a time, and the only one mounted unless `isKept`. `selected` is usually in the URL. Arrow keys, Home and End
 * select (ARIA Authoring Practices, tabs with automatic activation). Performance: ready-made tabs
 * render their content in a second pass before the first paint, and search all of it for focusable
 * elements. Here the search runs when the focus moves there. A panel of plain text then becomes
 * focusable itself.
 *
 * @example <Tabs label="Incident" items={[{ id: "overview", title: "Overview", content: … }]} selected={tab} onSelect={show} />
 */
export function Tabs({ label, items, selected, onSelect }: Props) {
  const own = useId();
  const at = Math.max(
    items.findIndex(({ id }) => id === selected),
    0,
  );
  const shown = items[at];
  const follow = (event: KeyboardEvent) => {
    if (event.key === "Tab") makeFocusable(document.getElementById(`${own}-${shown?.id}-panel`));
    const next = items[(nextTabByKey[event.key]?.(at, items.length) ?? Number.NaN) % items.length];
    if (!next || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(`${own}-${next.id}`)?.focus();
  };
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation="horizontal"
        className="flex gap-5 overflow-x-auto border-line border-b"
      >
        {items.map(({ id, title, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${own}-${id}`}
            aria-selected={id === shown?.id}
            aria-controls={id === shown?.id ? `${own}-${id}-panel` : undefined}
            tabIndex={id === shown?.id ? 0 : -1}
            onClick={() => onSelect(id)}
            onKeyDown={follow}
            className="-mb-px flex h-9 shrink-0 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap border-transparent border-b-2 font-medium text-13 text-ink-muted outline-offset-[-2px] hover:text-ink-strong aria-selected:border-accent aria-selected:text-ink-strong pointer-coarse:h-[45px] pointer-coarse:min-w-11"
          >
            {title}
            {count !== undefined && (
              <span className="text-12 text-ink-muted tabular-nums">{count}</span>
            )}
          </button>
        ))}
      </div>
      {items
        .filter((one) => one === shown || one.isKept)
        .map(({ id, content }) => (
          <div
            key={id}
            role="tabpanel"
            id={`${own}-${id}-panel`}
            aria-labelledby={`${own}-${id}`}
            hidden={id !== shown?.id}
            className="pt-4"
          >
            {content}
          </div>
        ))}
    </div>
  );
}

/**
 * Makes a panel focusable only if nothing in it is. Focus on a panel taller than the window would
 * scroll it.
 */
function makeFocusable(panel: HTMLElement | null): void {
  if (!panel) return;
  const isReachable = [...panel.querySelectorAll<HTMLElement>(focusableSelector)].some(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  );
  if (isReachable) panel.removeAttribute("tabindex");
  else panel.tabIndex = 0;
}

const focusableSelector =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex], [contenteditable=true]";

/**
 * Index of the tab that a key selects, before modulo, by the current index and the number of tabs.
 */
const nextTabByKey: Readonly<Record<string, (at: number, all: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at, all) => at + all - 1,
  Home: () => 0,
  End: (_, all) => all - 1,
};
