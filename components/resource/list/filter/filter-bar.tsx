"use client";

import { Plus, TextCursorInput, X } from "lucide-react";
import { lazy, Suspense } from "react";
import { hasQuickSearch } from "@/components/resource/list/quick-search";
import type { UsedFilter } from "@/components/resource/list/use-filter";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { useClock } from "@/lib/client/clock";
import type { Labels } from "@/lib/client/labels";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { allOf, partsOf } from "./parts";
import { QuickSearch } from "./quick-search-field";
import { sentenceOf } from "./sentence";

const ConditionEditor = lazy(async () => ({
  default: (await import("./condition-editor")).ConditionEditor,
}));
const FilterTextEditor = lazy(async () => ({
  default: (await import("./filter-text-editor")).FilterTextEditor,
}));

export interface FilterBarProps {
  readonly resource: Resource;
  readonly used: UsedFilter;
  readonly labels: Labels;
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onFilter: (filter: FilterNode | undefined) => void;
  /** Which editor is open: a chip by its place, "new", the text, or none. */
  readonly open: number | "new" | "text" | undefined;
  readonly onOpen: (open: FilterBarProps["open"]) => void;
  /** The column that a new condition begins with. */
  readonly newColumn: string | undefined;
  readonly onBuilder: () => void;
}

/** What the list is narrowed to: a search and conditions as sentences, each with its own editor. */
export function FilterBar(props: FilterBarProps) {
  const { resource, used, q, onSearch, open, onOpen } = props;
  return (
    <div className="flex flex-wrap items-start gap-1.5 px-3 pb-2 md:px-4">
      {hasQuickSearch(resource) && (
        <QuickSearch resource={resource} value={q} onChange={onSearch} />
      )}
      {open === "text" ? (
        <Suspense fallback={<Skeleton className="h-8 w-96" />}>
          <FilterTextEditor
            resource={resource}
            used={used}
            labels={props.labels}
            onFilter={props.onFilter}
            onClose={() => onOpen(undefined)}
          />
        </Suspense>
      ) : (
        <Chips {...props} />
      )}
    </div>
  );
}

function Chips(props: FilterBarProps) {
  const { resource, used, onFilter, open, onOpen, onBuilder } = props;
  const parts = partsOf(used.filter);
  const put = (place: number, part: FilterNode | undefined) =>
    onFilter(allOf(parts.toSpliced(place, 1, ...(part ? [part] : []))));
  return (
    <>
      {parts.map((part, place) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: a chip is the place of a condition, whatever it says.
          key={place}
          {...props}
          part={part}
          place={place}
          onChange={(next) => put(place, next)}
        />
      ))}
      <Popover
        label="New condition"
        isOpen={open === "new"}
        onOpenChange={(isOpen) => onOpen(isOpen ? "new" : undefined)}
        button={
          <Button look="quiet" size="small">
            <Plus size={14} aria-hidden />
            Filter
          </Button>
        }
      >
        <EditorFrame>
          <ConditionEditor
            resource={resource}
            startColumn={props.newColumn}
            onChange={(condition) => {
              onFilter(allOf([...parts, condition]));
              onOpen(undefined);
            }}
            onBuilder={onBuilder}
          />
        </EditorFrame>
      </Popover>
      <IconButton label="Filter as text" onPress={() => onOpen("text")}>
        <TextCursorInput size={16} aria-hidden />
      </IconButton>
      {parts.length > 1 && (
        <Button look="quiet" size="small" onPress={() => onFilter(undefined)}>
          Clear
        </Button>
      )}
      {used.problems.map((problem) => (
        <p key={problem} role="alert" className="text-13 text-danger">
          {problem}
        </p>
      ))}
    </>
  );
}

interface ChipProps extends FilterBarProps {
  readonly part: FilterNode;
  readonly place: number;
  readonly onChange: (part: FilterNode | undefined) => void;
}

function Chip({ resource, labels, part, place, onChange, open, onOpen, onBuilder }: ChipProps) {
  const { zone } = useClock();
  const words = sentenceOf({ resource, labels, zone }, part);
  const isSimple = part.kind === "condition";
  const face = (
    <Button
      look="quiet"
      size="small"
      className="min-w-0 max-w-96 font-normal! text-ink!"
      {...(!isSimple && { onPress: onBuilder })}
    >
      <span className="truncate">{words}</span>
    </Button>
  );
  return (
    <span className="flex min-w-0 items-center rounded-sm border border-line-strong bg-surface-raised">
      {isSimple ? (
        <Popover
          label={`Condition: ${words}`}
          isOpen={open === place}
          onOpenChange={(isOpen) => onOpen(isOpen ? place : undefined)}
          button={face}
        >
          <EditorFrame>
            <ConditionEditor
              resource={resource}
              condition={part}
              onChange={(next) => {
                onChange(next);
                onOpen(undefined);
              }}
              onBuilder={onBuilder}
            />
          </EditorFrame>
        </Popover>
      ) : (
        face
      )}
      <button
        type="button"
        aria-label={`Drop: ${words}`}
        onClick={() => onChange(undefined)}
        className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink-strong pointer-coarse:size-10"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

function EditorFrame({ children }: { readonly children: React.ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-40 w-72" />}>{children}</Suspense>;
}
