import { useEffect, useRef } from "react";
import { ExplainLink } from "@/components/errors/error-message";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import type { RecordProps } from "@/components/resource/record-props";
import { useStepAction } from "@/components/resource/saving/use-step-action";
import { Button } from "@/components/ui/button";
import { isFocusLost } from "@/components/ui/interaction/is-focus-lost";
import { Skeleton } from "@/components/ui/skeleton";
import { useProject } from "@/lib/client/project/project";
import { type Lifecycle, lifecycleOf } from "@/lib/client/saving/lifecycle";
import { type Step, stepMethod, useSteps } from "@/lib/client/saving/state-transitions";
import { useStepInProgress } from "@/lib/client/saving/take-step";
import type { Resource } from "@/lib/schema/resource";

interface Props extends RecordProps {
  /** Display name of the record. */
  readonly name: string;
}

/** The buttons Acknowledge and Resolve, or Reopen, or the permission that the user lacks. */
export function StepButtons(props: Props) {
  const { resource, record } = props;
  const context = useProject();
  const lifecycle = lifecycleOf(resource);
  const steps = useSteps(resource, context.project._id, record);
  if (!lifecycle) return null;
  if (steps === undefined) return <StepsSkeleton />;
  if (stepMethod(context, resource) === "none") {
    return steps.length === 0 ? null : <StepsRefused {...{ resource, lifecycle, steps }} />;
  }
  // Stays mounted without a next step: the message about the last one depends on it.
  return <StepGroup {...props} steps={steps} />;
}

/** Reserves the space of two buttons, so that none appears under a finger aiming beside it. */
function StepsSkeleton() {
  return (
    <span className="grid h-8 w-49 items-center pointer-coarse:h-11">
      <Skeleton />
    </span>
  );
}

/** While a step is pending the others wait: the server applies them in order of arrival. */
function StepGroup(props: Props & { readonly steps: readonly Step[] }) {
  const { resource, record, name, steps } = props;
  const take = useStepAction(resource);
  const pending = useStepInProgress(String(record._id));
  const group = useRef<HTMLDivElement>(null);
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  const names = steps.map(({ name }) => name).join();
  const seen = useRef(names);
  // The document's focus is outside of React. It is lost with the pressed button.
  useEffect(() => {
    if (seen.current === names) return;
    seen.current = names;
    if (isFocusLost()) group.current?.focus({ preventScroll: true });
  }, [names]);
  // The next step may appear in its place, and the second press of a double click is not for it.
  const press = (step: Step) => {
    const now = performance.now();
    if (now - pressed.current > doublePressMs) void take(record, name, step);
    pressed.current = now;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div
      ref={group}
      role="group"
      aria-label="Next steps"
      tabIndex={-1}
      className="flex flex-wrap gap-2 outline-none empty:-mr-2"
    >
      {steps.map((step, at) => (
        <Button
          key={step.name}
          look={at === 0 && step.name !== "Reopen" ? "primary" : "normal"}
          isPending={pending?.name === step.name}
          isDisabled={pending !== undefined && pending.name !== step.name}
          onPress={() => press(step)}
        >
          {step.name}
        </Button>
      ))}
    </div>
  );
}

const doublePressMs = 500;

function StepsRefused(props: {
  readonly resource: Resource;
  readonly lifecycle: Lifecycle;
  readonly steps: readonly Step[];
}) {
  const { resource, lifecycle, steps } = props;
  const { base } = useProject();
  const titles = [lifecycle.events?.timeline.permission.create, resource.permission.update];
  return (
    <p className="max-w-64 text-12 text-ink-muted">
      To {steps.map(({ name }) => name.toLowerCase()).join(" or ")}, you need{" "}
      {titles.flatMap((title) => (title === undefined ? [] : [`“${title}”`])).join(" or ")}. An
      administrator can grant it.{" "}
      <ExplainLink
        href={base + explainAccessPath({ resource: resource.path, operation: "update" })}
      />
    </p>
  );
}
