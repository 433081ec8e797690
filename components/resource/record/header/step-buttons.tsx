"use client";

import { useEffect, useRef } from "react";
import { ExplainLink } from "@/components/errors/error-message";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import { notifyFailure } from "@/components/errors/notify-failure";
import { useUndo } from "@/components/resource/saving/use-undo";
import { Button } from "@/components/ui/button";
import { isFocusLost } from "@/components/ui/is-focus-lost";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast/toast";
import { mayUse, type ProjectContext, useProject } from "@/lib/client/project/project";
import { type Lifecycle, lifecycleOf } from "@/lib/client/saving/lifecycle";
import {
  type Step,
  useEventStep,
  useStepInProgress,
  useSteps,
  useUndoStep,
  useUpdateStep,
} from "@/lib/client/saving/state-transitions";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { stepMessage } from "./step-message";

interface Props {
  readonly resource: Resource;
  readonly record: Row;
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
  const way = stepMethod(context, resource, lifecycle);
  if (way === "none") {
    return steps.length === 0 ? null : <StepsRefused {...{ resource, lifecycle, steps }} />;
  }
  // Stays mounted without a next step: the message about the last one depends on it.
  const Buttons = stepComponents[way];
  return <Buttons {...props} lifecycle={lifecycle} steps={steps} />;
}

/** Reserves the space of two buttons, so that none appears under a finger aiming beside it. */
function StepsSkeleton() {
  return (
    <span className="grid h-8 w-49 items-center pointer-coarse:h-11">
      <Skeleton />
    </span>
  );
}

/** Returns the way to take a step: an event of the timeline or an update. Either right suffices. */
function stepMethod(context: ProjectContext, resource: Resource, lifecycle: Lifecycle): StepMethod {
  if (lifecycle.events && mayUse(context, lifecycle.events.timeline, "create")) return "event";
  return mayUse(context, resource, "update") ? "update" : "none";
}

type StepMethod = "event" | "update" | "none";

interface StepMethodProps extends Props {
  readonly lifecycle: Lifecycle;
  readonly steps: readonly Step[];
}

const stepComponents = { event: EventSteps, update: UpdateSteps };

function EventSteps({ resource, record, name, lifecycle, steps }: StepMethodProps) {
  const context = useProject();
  const id = String(record._id);
  const take = useEventStep(resource, context.project._id);
  const back = useUndoStep();
  const timeline = lifecycle.events?.timeline;
  const mayUndo = timeline !== undefined && mayUse(context, timeline, "delete");
  const undo = async (event: Parameters<typeof back.mutateAsync>[0]) => {
    try {
      await back.mutateAsync(event);
      notify({ title: "Change undone" });
    } catch (error) {
      notifyFailure("Undo failed", error);
    }
  };
  // The user may navigate away meanwhile. Promises outlive that; callbacks of the mutation do not.
  const press = async (step: Step) => {
    try {
      const event = await take.mutateAsync({ id, step });
      notify({
        ...stepMessage(record, name, step),
        ...(mayUndo && { action: { label: "Undo", onPress: () => void undo(event) } }),
      });
    } catch (error) {
      notifyFailure(`${name} not ${step.done}`, error);
    }
  };
  return <StepGroup {...{ id, steps }} onPress={(step) => void press(step)} />;
}

function UpdateSteps({ resource, record, name, lifecycle, steps }: StepMethodProps) {
  const id = String(record._id);
  const { state } = lifecycle;
  const take = useUpdateStep(resource, state);
  const undo = useUndo(resource, id);
  const press = async (step: Step) => {
    const back = { [state.name]: record[state.name] ?? null };
    try {
      const etag = await take.mutateAsync({ id, step });
      notify({
        ...stepMessage(record, name, step),
        action: { label: "Undo", onPress: () => void undo(back, etag) },
      });
    } catch (error) {
      notifyFailure(`${name} not ${step.done}`, error);
    }
  };
  return <StepGroup {...{ id, steps }} onPress={(step) => void press(step)} />;
}

/** While a step is pending the others wait: the server applies them in order of arrival. */
function StepGroup(props: {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly onPress: (step: Step) => void;
}) {
  const { id, steps, onPress } = props;
  const pending = useStepInProgress(id);
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
    if (now - pressed.current > doublePressMs) onPress(step);
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

function StepsRefused({
  resource,
  lifecycle,
  steps,
}: Pick<StepMethodProps, "resource" | "lifecycle" | "steps">) {
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
