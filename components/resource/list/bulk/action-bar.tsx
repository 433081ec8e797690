import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense, useState } from "react";
import type { ExportFormat } from "@/components/resource/list/export/export-list";
import { ExportMenu } from "@/components/resource/list/export/export-menu";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { keepToastsAbove } from "@/components/ui/toast/keep-toasts-above";
import { mayUse, useProject } from "@/lib/client/project/project";
import { withIds } from "@/lib/client/queries/queries";
import { lifecycleOf, statesQuery } from "@/lib/client/saving/lifecycle";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import {
  type BulkAction,
  bulkStepMethod,
  deleteAction,
  possibleSteps,
  stepAction,
} from "./bulk-actions";
import { idsNotDone } from "./bulk-summary";
import { SelectAll, useSelectAll } from "./select-all";
import type { BulkResult } from "./use-bulk-write";

const BulkDialog = lazyWithRetry(async () => (await import("./bulk-dialog")).BulkDialog);
const SetFieldDialog = lazyWithRetry(
  async () => (await import("./set-field-dialog")).SetFieldDialog,
);

interface Props {
  readonly resource: Resource;
  readonly selection: Selection;
  /** The query for the whole list, and its count. */
  readonly wholeNow: () => JsonObject;
  readonly total: number;
  readonly isExporting: boolean;
  /** `chosen` is the query for the selected records. */
  readonly onExport: (chosen: JsonObject, format: ExportFormat) => void;
  readonly onResult: (result: BulkResult) => void;
}

/** Replaces the footer while records are selected: their count and the actions on them. */
export function ActionBar(props: Props) {
  const { resource, selection, wholeNow, total, isExporting, onExport, onResult } = props;
  const context = useProject();
  const [action, setAction] = useState<BulkAction>();
  const [isSetting, setSetting] = useState(false);
  const may = (right: "update" | "delete") =>
    resource.operations.includes(right) && mayUse(context, resource, right);
  const ids = [...selection.ids];
  const selecting = useSelectAll({ resource, selection, wholeNow });
  // After "Select all" the actions wait for the whole selection.
  const isDisabled = selecting.isPending;
  const finish = (result: BulkResult) => {
    onResult(result);
    // Records done or skipped need no more attention. Failed ones stay selected.
    const left = new Set(idsNotDone(result));
    selection.setMany(
      ids.filter((id) => !left.has(id)),
      false,
    );
  };
  return (
    <section
      ref={(bar) => (bar ? keepToastsAbove(bar) : undefined)}
      aria-label="Selected records"
      tabIndex={-1}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-line border-t bg-accent-soft px-2 py-1 text-13 outline-none md:px-4"
    >
      <p role="status" className="mr-1 font-medium text-ink-strong tabular-nums">
        {ids.length.toLocaleString("en")} selected
      </p>
      <SelectAll {...{ selecting, total }} selected={ids.length} />
      <Steps {...{ resource, isDisabled }} onStep={setAction} />
      {may("update") && (
        <Button size="small" isDisabled={isDisabled} onPress={() => setSetting(true)}>
          Set a field…
        </Button>
      )}
      <ExportMenu
        isDisabled={isDisabled}
        isPending={isExporting}
        title={`Export ${ids.length.toLocaleString("en")} selected as`}
        onExport={(format) => onExport(withIds(ids), format)}
      />
      {may("delete") && (
        <Button
          {...{ isDisabled }}
          size="small"
          onPress={() => setAction(deleteAction)}
          className="text-danger!"
        >
          Delete…
        </Button>
      )}
      <IconButton label="Clear selection" onPress={selection.clear} className="ml-auto">
        <X size={16} aria-hidden />
      </IconButton>
      <Suspense>
        {isSetting && (
          <SetFieldDialog
            resource={resource}
            count={ids.length}
            onClose={() => setSetting(false)}
            onChoose={(chosen) => {
              setSetting(false);
              setAction(chosen);
            }}
          />
        )}
        {action && (
          <BulkDialog
            {...{ resource, ids, action }}
            onClose={(result) => {
              setAction(undefined);
              if (result) finish(result);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

interface StepsProps {
  readonly resource: Resource;
  readonly isDisabled: boolean;
  readonly onStep: (action: BulkAction) => void;
}

function Steps({ resource, isDisabled, onStep }: StepsProps) {
  const context = useProject();
  const lifecycle = lifecycleOf(resource);
  const { data } = useQuery({
    ...statesQuery(lifecycle?.states ?? resource, context.project._id),
    enabled: lifecycle !== undefined,
  });
  if (bulkStepMethod(context, resource) === "none") return null;
  const states = data?.data ?? [];
  return possibleSteps(resource, states).map((step) => (
    <Button
      key={step.name}
      size="small"
      isDisabled={isDisabled}
      onPress={() => onStep(stepAction(context, resource, step, states))}
    >
      {step.name}
    </Button>
  ));
}
