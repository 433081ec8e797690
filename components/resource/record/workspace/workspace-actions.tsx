import { Suspense, useState } from "react";
import { useRecordNames } from "@/components/resource/record/header/record-heading";
import { StepButtons } from "@/components/resource/record/header/step-buttons";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { useProject } from "@/lib/client/project/project";
import { stepMethod } from "@/lib/client/saving/state-transitions";
import { mayHandOver } from "./hand-over/hand-over-plan";

const HandOverDialog = lazyWithRetry(
  async () => (await import("./hand-over/hand-over-dialog")).HandOverDialog,
);

interface Props extends RecordProps {
  readonly onNote: (() => void) | undefined;
}

/**
 * The next steps, and the ways to write a note and to hand over. A missing right hides its control.
 * On a phone they stand in a bar above the bottom bar.
 */
export function WorkspaceActions({ resource, record, onNote }: Props) {
  const context = useProject();
  const { name } = useRecordNames(resource, record);
  const [isHandingOver, setHandingOver] = useState(false);
  const steps = <StepButtons {...{ resource, record, name }} />;
  const mayStep = stepMethod(context, resource) !== "none";
  const mayPass = mayHandOver(context, resource);
  const isBar = mayStep || onNote !== undefined || mayPass;
  return (
    <>
      {!mayStep && steps}
      {isBar && (
        <div
          data-action-bar
          className="flex flex-wrap gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-14 max-md:z-20 max-md:h-15 max-md:flex-nowrap max-md:items-center max-md:overflow-x-auto max-md:border-line max-md:border-t max-md:bg-surface max-md:px-2 max-md:[&_button]:px-2"
        >
          {mayStep && steps}
          {onNote && <Button onPress={onNote}>Note</Button>}
          {mayPass && <Button onPress={() => setHandingOver(true)}>Hand over</Button>}
        </div>
      )}
      {isHandingOver && (
        <Suspense>
          <HandOverDialog {...{ resource, record, name }} onClose={() => setHandingOver(false)} />
        </Suspense>
      )}
    </>
  );
}
