import { Plus, TextCursorInput } from "lucide-react";
import { type RefObject, Suspense, useRef, useState } from "react";
import { hasQuickSearch } from "@/components/resource/list/query/quick-search";
import type { ParsedFilter } from "@/components/resource/list/query/use-filter";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Popover } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/skeleton";
import type { Labels } from "@/lib/client/queries/labels";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import { parseFilter } from "@/lib/schema/filter-text/parse";
import type { Resource } from "@/lib/schema/resource";
import { allOf, partsOf } from "./filter-parts";
import { LazyConditionEditor } from "./lazy-condition-editor";
import { QuickSearch } from "./quick-search-field";

// Lazy, because only a filtered list needs it.
const Chip = lazyWithRetry(async () => (await import("./filter-chip")).FilterChip);
const FilterTextEditor = lazyWithRetry(
  async () => (await import("./filter-text-editor")).FilterTextEditor,
);

export interface FilterBarProps {
  readonly resource: Resource;
  readonly used: ParsedFilter;
  readonly labels: Labels;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onFilter: (filter: FilterNode | undefined) => void;
  /** The open editor: the index of a chip, "new", "text", or none. */
  readonly open: number | "new" | "text" | undefined;
  readonly onOpen: (open: FilterBarProps["open"]) => void;
  /** The initial column of a new condition. */
  readonly newColumn: string | undefined;
  readonly onBuilder: () => void;
}

/** The search and the conditions of a list as sentences, each with its own editor. */
export function FilterBar(props: FilterBarProps) {
  const { resource, used, q, onSearch, open, onOpen } = props;
  // An invalid filter has no chips. Its text is all there is to correct.
  const isWrong = used.problems.length > 0;
  const [added, setAdded] = useState("");
  const asText = useRef<HTMLButtonElement>(null);
  const isFilterText = q !== "" && parseFilter(q, used.vocabulary).fault === undefined;
  const close = () => {
    setAdded("");
    onOpen(undefined);
  };
  return (
    <div className="flex flex-wrap items-start gap-1.5 px-3 pb-2 md:px-4">
      {hasQuickSearch(resource) && (
        <QuickSearch resource={resource} value={q} onChange={onSearch} />
      )}
      {isFilterText && (
        <Button
          size="small"
          onPress={() => {
            setAdded(q);
            onSearch("");
            onOpen("text");
          }}
        >
          Use as filter
        </Button>
      )}
      {open === "text" || (isWrong && open === undefined) ? (
        <Suspense fallback={<Skeleton className="h-8 w-96" />}>
          <FilterTextEditor
            key={used.text}
            resource={resource}
            used={used}
            labels={props.labels}
            onFilter={props.onFilter}
            added={added}
            isAsked={open === "text"}
            opener={asText}
            onClose={close}
          />
        </Suspense>
      ) : (
        <Chips {...props} asText={asText} />
      )}
    </div>
  );
}

interface ChipsProps extends FilterBarProps {
  /** The button that opens the filter as text. */
  readonly asText: RefObject<HTMLButtonElement | null>;
}

function Chips(props: ChipsProps) {
  const { resource, used, onFilter, open, onOpen, onBuilder, asText } = props;
  const parts = partsOf(used.filter);
  const add = useRef<HTMLButtonElement>(null);
  const put = (place: number, part: FilterNode | undefined) => {
    // The next chip takes the place of a removed one. The last has none.
    if (!part && place === parts.length - 1) add.current?.focus();
    onFilter(allOf(parts.toSpliced(place, 1, ...(part ? [part] : []))));
  };
  return (
    <>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chip is identified by its position.
        <Suspense key={place} fallback={<Skeleton className="h-8 w-40" />}>
          <Chip {...props} part={part} place={place} onChange={(next) => put(place, next)} />
        </Suspense>
      ))}
      <Popover
        label="New condition"
        isOpen={open === "new"}
        onOpenChange={(isOpen) => onOpen(isOpen ? "new" : undefined)}
        button={
          <Button ref={add} look="quiet" size="small">
            <Plus size={14} aria-hidden />
            Filter
          </Button>
        }
      >
        <LazyConditionEditor
          resource={resource}
          startColumn={props.newColumn}
          onChange={(condition) => {
            onFilter(allOf([...parts, condition]));
            onOpen(undefined);
          }}
          onBuilder={onBuilder}
        />
      </Popover>
      <IconButton ref={asText} label="Filter as text" onPress={() => onOpen("text")}>
        <TextCursorInput size={16} aria-hidden />
      </IconButton>
      {parts.length > 1 && (
        <Button
          look="quiet"
          size="small"
          onPress={() => {
            add.current?.focus();
            onFilter(undefined);
          }}
        >
          Clear
        </Button>
      )}
    </>
  );
}
