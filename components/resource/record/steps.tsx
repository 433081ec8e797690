"use client";

import { useEffect, useRef } from "react";
import { accessPath } from "@/components/access/access-path";
import { WhyRefused } from "@/components/access/explained";
import { notifyFailure } from "@/components/access/notify-failure";
import { stepNote } from "@/components/resource/step-note";
import { useUndo } from "@/components/resource/use-undo";
import { Button } from "@/components/ui/button";
import { hasNoFocus } from "@/components/ui/has-no-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { notify } from "@/components/ui/toast";
import { type Lifecycle, lifecycleOf } from "@/lib/client/lifecycle";
import { mayUse, type ProjectContext, useProject } from "@/lib/client/project";
import {
  type Step,
  useStepInProgress,
  useSteps,
  useTakeStep,
  useTakeStepByUpdate,
  useUndoStep,
} from "@/lib/client/steps";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

interface Props {
  readonly resource: Resource;
  readonly record: Row;
  /** What people call this record. */
  readonly name: string;
}

/** Acknowledge and resolve, as far as the record's state leads on, or reopen; who may not is told what is missing. */
export function Steps(props: Props) {
  const { resource, record } = props;
  const place = useProject();
  const lifecycle = lifecycleOf(resource);
  const steps = useSteps(resource, place.project._id, record);
  if (!lifecycle) return null;
  if (steps === undefined) return <StepsToCome />;
  const way = wayOf(place, resource, lifecycle);
  if (way === "none") {
    return steps.length === 0 ? null : <Refused {...{ resource, lifecycle, steps }} />;
  }
  // Stays when no step is left: what says that the last one was taken hangs on it.
  const Buttons = ways[way];
  return <Buttons {...props} lifecycle={lifecycle} steps={steps} />;
}

/** Keeps the place of two buttons: what stands beside them would be where they come, under a thumb that is on its way. */
function StepsToCome() {
  return (
    <span className="grid h-8 w-49 items-center pointer-coarse:h-11">
      <Skeleton />
    </span>
  );
}

/** The server moves a record on by an event of its timeline, or by a new state of the record: either right will do. */
function wayOf(place: ProjectContext, resource: Resource, lifecycle: Lifecycle): Way {
  if (lifecycle.events && mayUse(place, lifecycle.events.timeline, "create")) return "event";
  return mayUse(place, resource, "update") ? "update" : "none";
}

type Way = "event" | "update" | "none";

interface WayProps extends Props {
  readonly lifecycle: Lifecycle;
  readonly steps: readonly Step[];
}

const ways = { event: ByEvent, update: ByUpdate };

function ByEvent({ resource, record, name, lifecycle, steps }: WayProps) {
  const place = useProject();
  const id = String(record._id);
  const take = useTakeStep(resource, place.project._id);
  const back = useUndoStep();
  const timeline = lifecycle.events?.timeline;
  const mayUndo = timeline !== undefined && mayUse(place, timeline, "delete");
  const undo = async (event: Parameters<typeof back.mutateAsync>[0]) => {
    try {
      await back.mutateAsync(event);
      notify({ title: "Change undone" });
    } catch (error) {
      notifyFailure("Not undone", error);
    }
  };
  // One may have moved on by the time the answer comes: promises outlive that, callbacks of the mutation would not.
  const press = async (step: Step) => {
    try {
      const event = await take.mutateAsync({ id, step });
      notify({
        ...stepNote(record, name, step),
        ...(mayUndo && { action: { label: "Undo", onPress: () => void undo(event) } }),
      });
    } catch (error) {
      notifyFailure(`${name} not ${step.done}`, error);
    }
  };
  return <StepButtons {...{ id, steps }} onPress={(step) => void press(step)} />;
}

function ByUpdate({ resource, record, name, lifecycle, steps }: WayProps) {
  const id = String(record._id);
  const { state } = lifecycle;
  const take = useTakeStepByUpdate(resource, state);
  const undo = useUndo(resource, id);
  const press = async (step: Step) => {
    const back = { [state.name]: record[state.name] ?? null };
    try {
      const etag = await take.mutateAsync({ id, step });
      notify({
        ...stepNote(record, name, step),
        action: { label: "Undo", onPress: () => void undo(back, etag) },
      });
    } catch (error) {
      notifyFailure(`${name} not ${step.done}`, error);
    }
  };
  return <StepButtons {...{ id, steps }} onPress={(step) => void press(step)} />;
}

/** While one step is on its way the others wait: the server takes them in the order they arrive. */
function StepButtons(props: {
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
  // The document's focus is outside of React: it goes with the button that was pressed.
  useEffect(() => {
    if (seen.current === names) return;
    seen.current = names;
    if (hasNoFocus()) group.current?.focus({ preventScroll: true });
  }, [names]);
  // Where a step was pressed the next may stand at once: the second of two quick presses was not meant for it.
  const press = (step: Step) => {
    const now = performance.now();
    if (now - pressed.current > doubleMs) onPress(step);
    pressed.current = now;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
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

const doubleMs = 500;

function Refused({
  resource,
  lifecycle,
  steps,
}: Pick<WayProps, "resource" | "lifecycle" | "steps">) {
  const { base } = useProject();
  const titles = [lifecycle.events?.timeline.permission.create, resource.permission.update];
  return (
    <p className="max-w-64 text-12 text-ink-muted">
      To {steps.map(({ name }) => name.toLowerCase()).join(" or ")}, you need{" "}
      {titles.flatMap((title) => (title === undefined ? [] : [`“${title}”`])).join(" or ")}. An
      administrator can grant it.{" "}
      <WhyRefused href={base + accessPath({ resource: resource.path, operation: "update" })} />
    </p>
  );
}
