import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useId, useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/form/text-field";
import { Dialog } from "@/components/ui/overlay/dialog";
import { snapshotRecords, withIds } from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { type BulkAction, dataFor, makePlan, type Plan } from "./bulk-actions";
import { BulkPreview, previewRecords, SkippedList } from "./bulk-preview";
import { notifySummary } from "./bulk-summary";
import { DeleteEffects, useDeleteEffects } from "./delete-effects";
import { countOf } from "./record-counts";
import { type BulkResult, useBulkWrite } from "./use-bulk-write";

interface Props {
  readonly resource: Resource;
  readonly ids: readonly string[];
  readonly action: BulkAction;
  /** Receives the result if the action was attempted. */
  readonly onClose: (result?: BulkResult) => void;
}

/**
 * Reads the selected records with their versions, shows what will be done to how many, and writes
 * only those versions.
 */
export function BulkDialog({ resource, ids, action, onClose }: Props) {
  // The action applies to the selection at the time the dialog opened.
  const [selected] = useState(ids);
  const [isTyped, setTyped] = useState(false);
  const moment = useId();
  const { running, run } = useBulkWrite(resource);
  const set = useQuery({
    queryKey: ["bulk", moment],
    queryFn: () => snapshotRecords(resource, withIds(selected), selectOf(action)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const plan = set.data && makePlan(action, set.data, selected.length);
  const count = plan?.records.length ?? 0;
  const isDelete = action.writing === "delete";
  const mustType = isDelete && count > mostUntyped;
  const effects = useDeleteEffects(resource, action.writing, plan);
  const isReady = count > 0 && (!mustType || isTyped) && !effects.isLoading;
  const { send, isPending, error } = useRequest({ failed: `${action.verb} failed` });
  const start = (known: Plan) =>
    send(
      () => run(action, known),
      onClose,
      (result) => notifySummary(resource, result),
    );
  return (
    <Dialog
      onClose={() => onClose()}
      isPending={isPending}
      isLoading={set.isPending}
      error={error ?? set.error}
      role="alertdialog"
      title={titleOf(action, resource, plan && count)}
      actions={
        <Actions
          text={count > 0 ? `${action.verbBefore} ${countOf(resource, count)}` : undefined}
          isDelete={isDelete}
          stop={running?.stop}
          isReady={isReady}
          onCancel={() => onClose()}
          onStart={() => plan && void start(plan)}
        />
      }
    >
      {plan && (
        <div className="grid gap-3">
          <PlanView {...{ resource, action, plan, effects }} selected={selected.length} />
          {mustType && <CountTyped count={count} onTyped={setTyped} />}
          {running && <Progress tried={running.tried} of={running.of} />}
        </div>
      )}
    </Dialog>
  );
}

interface ActionsProps {
  /** Undefined if there is nothing to do. */
  readonly text: string | undefined;
  readonly isDelete: boolean;
  /** Stops after the requests in progress; undefined if none is. */
  readonly stop: (() => void) | undefined;
  readonly isReady: boolean;
  readonly onCancel: () => void;
  readonly onStart: () => void;
}

function Actions({ text, isDelete, stop, isReady, onCancel, onStart }: ActionsProps) {
  return (
    <>
      <Button onPress={stop ?? onCancel}>{stop ? "Stop" : "Cancel"}</Button>
      {text !== undefined && (
        <Button
          look={isDelete ? "danger" : "primary"}
          isPending={stop !== undefined}
          isDisabled={!isReady}
          onPress={onStart}
        >
          {text}
        </Button>
      )}
    </>
  );
}

function titleOf(action: BulkAction, resource: Resource, count: number | undefined): string {
  if (count === undefined) return `${action.verb}…`;
  return count === 0
    ? `${action.verb}: nothing to do`
    : `${action.verb}: ${countOf(resource, count)}?`;
}

/** Returns the fields to read of each record: the column to set, to show it and to restore it. */
function selectOf({ column }: BulkAction): JsonObject {
  return { [column?.name ?? "_id"]: true };
}

/** Shows the action, its records and its effects. */
function PlanView(props: {
  readonly resource: Resource;
  readonly action: BulkAction;
  readonly plan: Plan;
  readonly effects: ComponentProps<typeof DeleteEffects>["uses"];
  readonly selected: number;
}) {
  const { resource, action, plan, effects, selected } = props;
  const sample = previewRecords(plan.records);
  const after = sample.map((record) => dataFor(action, record) ?? {});
  const named = referencedIds(resource, [...sample, ...after]);
  const own = { [resource.path]: sample.map((record) => String(record._id)) };
  return (
    <RecordLabels ask={mergeLabelRequests(named, own)}>
      <SkippedList plan={plan} selected={selected} />
      <BulkPreview resource={resource} action={action} plan={plan} />
      {action.sideEffects !== undefined && plan.records.length > 0 && (
        <p className="text-13 text-ink-muted">{action.sideEffects}</p>
      )}
      {action.writing === "delete" && plan.records.length > 0 && <DeleteEffects uses={effects} />}
    </RecordLabels>
  );
}

/** Asks the user to type the number, so that one wrong press does not delete many records. */
function CountTyped(props: {
  readonly count: number;
  readonly onTyped: (isTyped: boolean) => void;
}) {
  const { count, onTyped } = props;
  return (
    <TextField
      label={`Type ${count} to confirm`}
      inputMode="numeric"
      onChange={(event) => onTyped(event.target.value.trim() === String(count))}
    />
  );
}

/** Deleting more records than this requires typing their number. */
const mostUntyped = 25;

/** Progress of a bulk write. */
export function Progress({ tried, of }: { readonly tried: number; readonly of: number }) {
  return (
    <div className="grid gap-1 pt-1">
      <progress
        aria-label="Progress"
        max={of}
        value={tried}
        className="h-1.5 w-full accent-accent"
      />
      <p role="status" className="text-13 text-ink-muted tabular-nums">
        {tried.toLocaleString("en")} of {of.toLocaleString("en")}
      </p>
    </div>
  );
}
