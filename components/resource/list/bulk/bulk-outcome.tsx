"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useRecordLabels } from "@/components/resource/record-labels";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import type { Outcome } from "@/lib/client/bulk";
import { labelKey } from "@/lib/client/labels";
import type { Resource } from "@/lib/schema/resource";
import { Progress } from "./bulk-dialog";
import { countOf, nameFrom } from "./names";
import { type BulkResult, useBulk } from "./use-bulk";

interface Props {
  readonly resource: Resource;
  readonly result: BulkResult;
  readonly onResult: (result: BulkResult | undefined) => void;
}

/** What became of the last action on many records, until it is dismissed: the sum, each of them, and the way back. */
export function BulkOutcome({ resource, result, onResult }: Props) {
  const { action, outcomes, plan, isUndo } = result;
  const refused = outcomes.filter(({ problem }) => problem !== undefined);
  const done = outcomes.length - refused.length;
  const untried = (isUndo ? outcomes.length : plan.frozen.length) - outcomes.length;
  // What was refused is to be read, not searched for.
  const [isOpen, setOpen] = useState(refused.length > 0);
  const { running, undo } = useBulk(resource);
  const verb = isUndo ? "put back as before" : action.done;
  const isUndoable = action.isUndoable && !isUndo && done > 0;
  const start = async () => onResult(await undo(result));
  return (
    <section
      aria-label="Last action"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-surface-raised px-3 py-1 text-13 md:px-4"
    >
      <p role="status" className="font-medium text-ink-strong tabular-nums">
        {countOf(resource, done)} {verb}
        {refused.length > 0 && `, ${refused.length.toLocaleString("en")} refused`}
        {untried > 0 && `, ${untried.toLocaleString("en")} not tried`}
      </p>
      {isUndoable && (
        <Button size="small" isPending={running !== undefined} onPress={() => void start()}>
          Undo
        </Button>
      )}
      <Button size="small" look="quiet" onPress={() => setOpen(true)}>
        Each record
      </Button>
      <IconButton label="Dismiss" onPress={() => onResult(undefined)} className="ml-auto">
        <X size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Dialog
          isOpen
          onOpenChange={() => setOpen(false)}
          title={
            refused.length > 0
              ? `${refused.length.toLocaleString("en")} of ${countOf(resource, outcomes.length)} not ${verb}`
              : `${countOf(resource, done)} ${verb}`
          }
          actions={
            <Button look="primary" onPress={() => setOpen(false)}>
              Close
            </Button>
          }
        >
          <Each resource={resource} outcomes={outcomes} verb={verb} />
          {running && <Progress tried={running.tried} of={running.of} />}
        </Dialog>
      )}
    </section>
  );
}

const mostListed = 200;

function Each(props: {
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
            {nameFrom(labels.get(labelKey(resource.path, id)), id)}
          </span>
          <span className="block text-ink-muted">{problem ?? `Was ${verb}.`}</span>
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}
