import type { RecordProps } from "@/components/resource/record-props";
import { useStepAction } from "@/components/resource/saving/use-step-action";
import { Button } from "@/components/ui/button";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { inBackground } from "@/lib/client/queries/background-read";
import { stepMethod, useSteps } from "@/lib/client/saving/state-transitions";
import { useStepInProgress } from "@/lib/client/saving/take-step";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";

/** The next steps of an open row, for users who may take them. */
export function RowSteps({ resource, record }: RecordProps) {
  const context = useProject();
  const steps = useSteps(resource, context.project._id, record, inBackground) ?? [];
  const take = useStepAction(resource, { isHeld: true });
  const pending = useStepInProgress(String(record._id));
  if (stepMethod(context, resource) === "none") return null;
  const number = record[numberColumns(resource)?.prefixed ?? ""];
  const name = String(number ?? record[labelColumn(resource)?.name ?? ""] ?? "");
  return steps.map((step) => (
    <Button
      key={step.name}
      size="small"
      className="h-6!"
      aria-label={`${step.name} ${bidiIsolate(name)}`}
      isDisabled={pending !== undefined}
      onPress={() => void take(record, name, step)}
    >
      {step.name}
    </Button>
  ));
}
