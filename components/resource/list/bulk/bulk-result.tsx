import { X } from "lucide-react";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { useRecordLabels } from "@/components/fields/record-labels";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { labelKey } from "@/lib/client/queries/labels";
import type { Outcome } from "@/lib/client/saving/bulk";
import type { Resource } from "@/lib/schema/resource";
import { Progress } from "./bulk-dialog";
import { type BulkSummary, notifySummary, summarize } from "./bulk-summary";
import { countOf, recordLabelText } from "./record-counts";
import { type BulkResult, useBulkWrite } from "./use-bulk-write";

interface Props {
  readonly resource: Resource;
  readonly result: BulkResult;
  readonly onResult: (result: BulkResult | undefined) => void;
}

/**
 * Shows the result of the last bulk action until it is dismissed: the summary, each record, and the
 * undo.
 */
export function BulkResultPanel({ resource, result, onResult }: Props) {
  const { action, outcomes, isUndo, rest = [] } = result;
  const { done, refused, unknown, verb, text } = summarize(resource, result);
  // Failures are expanded from the start.
  const [isOpen, setOpen] = useState(refused + unknown > 0);
  const { running, undo } = useBulkWrite(resource);
  const { send, isPending } = useRequest({ failed: "Undo failed" });
  const isUndoable = action.isUndoable && (isUndo ? rest.length : done) > 0;
  return (
    <section
      aria-label="Last action"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-surface-raised px-3 py-1 text-13 md:px-4"
    >
      <p role="status" className="font-medium text-ink-strong tabular-nums">
        {text}
      </p>
      {isUndoable && (
        <Button
          size="small"
          isPending={isPending}
          onPress={() =>
            void send(
              () => undo(isUndo ? { ...result, outcomes: rest } : result),
              onResult,
              (undone) => notifySummary(resource, undone),
            )
          }
        >
          {isUndo ? "Undo the rest" : "Undo"}
        </Button>
      )}
      <Button size="small" look="quiet" onPress={() => setOpen(true)}>
        Details
      </Button>
      <IconButton label="Dismiss" onPress={() => onResult(undefined)} className="ml-auto">
        <X size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title={titleOf({ refused, unknown, verb, text }, countOf(resource, outcomes.length))}
          cancel={null}
          action={{ text: "Close", onPress: () => setOpen(false) }}
        >
          <OutcomeList resource={resource} outcomes={outcomes} verb={verb} />
          {running && <Progress tried={running.tried} of={running.of} />}
        </Dialog>
      )}
    </section>
  );
}

function titleOf({ refused, unknown, verb, text }: Omit<BulkSummary, "done">, all: string): string {
  if (unknown > 0) return `${unknown.toLocaleString("en")} of ${all}: outcome unknown`;
  return refused > 0 ? `${refused.toLocaleString("en")} of ${all} not ${verb}` : text;
}

const mostListed = 200;

function OutcomeList(props: {
  readonly resource: Resource;
  readonly outcomes: readonly Outcome[];
  readonly verb: string;
}) {
  const { resource, outcomes, verb } = props;
  const refusedFirst = outcomes.toSorted(
    (a, b) => Number(b.problem !== undefined) - Number(a.problem !== undefined),
  );
  const shown = refusedFirst.slice(0, mostListed);
  const labels = useRecordLabels({ [resource.path]: shown.map(({ id }) => id) });
  const more = outcomes.length - shown.length;
  return (
    <ul className="grid gap-2 text-13">
      {shown.map(({ id, problem }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-medium text-ink-strong">
            {recordLabelText(labels.get(labelKey(resource.path, id)), id)}
          </span>
          <span className="block text-ink-muted">{problem ?? `Was ${verb}.`}</span>
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}
