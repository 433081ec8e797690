import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/overlay/popover";
import { useClock } from "@/lib/client/device/clock";
import { mayRead, useProject } from "@/lib/client/project/project";
import type { FilterNode } from "@/lib/schema/filter-text/model";
import type { FilterBarProps } from "./filter-bar";
import { filterSentence } from "./filter-sentence";
import { LazyConditionEditor } from "./lazy-condition-editor";

interface ChipProps extends FilterBarProps {
  readonly part: FilterNode;
  readonly place: number;
  readonly onChange: (part: FilterNode | undefined) => void;
}

/** A condition as a sentence that opens its editor, with a button to remove it. */
export function FilterChip(props: ChipProps) {
  const { resource, labels, part, place, onChange, open, onOpen, onBuilder } = props;
  const { zone } = useClock();
  const here = useProject();
  const words = filterSentence(
    { resource, labels, zone, mayRead: (one) => mayRead(here, one) },
    part,
  );
  const isSimple = part.kind === "condition";
  const face = (
    <Button
      look="quiet"
      size="small"
      className="min-w-0 max-w-96 shrink! font-normal! text-ink!"
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
          <LazyConditionEditor
            resource={resource}
            condition={part}
            onChange={(next) => {
              onChange(next);
              onOpen(undefined);
            }}
            onBuilder={onBuilder}
          />
        </Popover>
      ) : (
        face
      )}
      <button
        type="button"
        aria-label={`Remove: ${words}`}
        onClick={() => onChange(undefined)}
        className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-sunken hover:text-ink-strong pointer-coarse:size-11"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}
