import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryState } from "nuqs";
import type { StoryAsk } from "@/lib/client/queries/story";
import type { StoryKind } from "@/lib/contract/records/story";
import { isKind, kindsInOrder, shownKinds } from "./kinds";

/** Returns what the address asks of the timeline, and the ways to change it. */
export function useStoryFilters() {
  const [order, setOrder] = useQueryState(
    "order",
    parseAsStringLiteral(["newest", "oldest"]).withDefault("newest"),
  );
  const [hidden, setHidden] = useQueryState("hide", parseAsArrayOf(parseAsString).withDefault([]));
  const [at, setAt] = useQueryState("at", parseAsString);
  const [marked, setMarked] = useQueryState("entry", parseAsString);
  const left = hidden.filter(isKind);
  const begin = at !== null && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null;
  const ask: StoryAsk = {
    order: order === "newest" ? "desc" : "asc",
    ...(begin !== null && { at: begin }),
    ...(left.length > 0 && { kinds: kindsInOrder.filter((kind) => !left.includes(kind)) }),
  };
  return {
    ...{ ask, order, at: begin, marked, hidden: left },
    flip: () => void setOrder(order === "newest" ? "oldest" : "newest"),
    toggle: (kind: StoryKind) =>
      void setHidden(left.includes(kind) ? left.filter((one) => one !== kind) : [...left, kind]),
    jumpTo: (time: string | null) => {
      void setAt(time);
      void setMarked(null);
    },
  };
}

interface Props {
  readonly kinds: readonly StoryKind[];
  readonly hidden: readonly StoryKind[];
  readonly onToggle: (kind: StoryKind) => void;
}

/** The kinds of entries, each shown or hidden. */
export function KindFilters({ kinds, hidden, onToggle }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-1.5" aria-label="Shown kinds">
      {kindsInOrder
        .filter((kind) => kind !== "began" && (kinds.includes(kind) || hidden.includes(kind)))
        .map((kind) => {
          const { title, Icon } = shownKinds[kind];
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={!hidden.includes(kind)}
              onClick={() => onToggle(kind)}
              className="inline-flex cursor-pointer items-center gap-1.5 rounded-sm border border-line-strong border-dashed px-2 py-0.5 text-12 text-ink-muted line-through aria-pressed:border-solid aria-pressed:bg-surface-sunken aria-pressed:text-ink-strong aria-pressed:no-underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              <Icon size={12} aria-hidden />
              {title}
            </button>
          );
        })}
    </fieldset>
  );
}
