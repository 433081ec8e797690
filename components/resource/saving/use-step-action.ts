import { useQueryClient } from "@tanstack/react-query";
import { notifyResult, notifyUndo } from "@/components/errors/notify-failure";
import type { ToastMessage } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useProject } from "@/lib/client/project/project";
import { type Labels, labelKey, useLabels } from "@/lib/client/queries/labels";
import { lifecycleOf, statesQuery } from "@/lib/client/saving/lifecycle";
import type { Step } from "@/lib/client/saving/state-transitions";
import { type StepResult, useStep } from "@/lib/client/saving/take-step";
import { monitor } from "@/lib/resources/monitoring/monitor";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";

/**
 * Returns the function that takes a step of a record, and shows the result with its undo in a toast
 * on whatever page the user is by then. With `isHeld`, the records may be older than what the page
 * knows, because a list holds its rows: a step is not sent from a state that the user did not see.
 */
export function useStepAction(
  resource: Resource,
  { isHeld = false } = {},
): (record: Row, name: string, step: Step) => Promise<void> {
  const take = useStep(resource);
  const labels = useLabels();
  const nameOf = useStateName(resource);
  return (record, name, step) =>
    notifyResult(async () => {
      const result = await take({ record, step, isHeld });
      if (result.is === "changed") return changedMessage(name, step, nameOf(result.stateId));
      if (result.is !== "taken") return unsentMessage(name, step, result);
      const { undo } = result;
      const onPress = () => {
        if (undo) void notifyUndo(() => undo().then(() => undone));
      };
      return {
        ...stepMessage(record, name, step, labels),
        ...(undo && { action: { label: "Undo", onPress } }),
      };
    }, `${name} not ${step.done}`);
}

const undone: ToastMessage = { title: "Change undone" };

/** Returns a function that returns the name of a state that was read already, or undefined. */
function useStateName(resource: Resource): (stateId: JsonValue) => string | undefined {
  const client = useQueryClient();
  const { project } = useProject();
  const states = lifecycleOf(resource)?.states;
  return (stateId) => {
    if (!states) return undefined;
    const read = client.getQueryData(statesQuery(states, project._id).queryKey);
    const state = read?.data.find(({ _id }) => _id === stateId);
    return state && String(state[labelColumn(states)?.name ?? ""]);
  };
}

/** Returns the message about a step that was not sent, because the state had changed. */
function changedMessage(name: string, step: Step, state: string | undefined): ToastMessage {
  const now = state === undefined ? "in another state" : `“${bidiIsolate(state)}”`;
  return {
    title: `${name} not ${step.done}`,
    detail: `It is ${now} by now. Nothing was changed. Open it to take another step.`,
    tone: "danger",
  };
}

/** Returns the message about a step that was not sent and need not be. */
function unsentMessage(
  name: string,
  step: Step,
  result: Exclude<StepResult, { readonly is: "taken" | "changed" }>,
): ToastMessage {
  return result.is === "present"
    ? {
        title: `${name} is already ${step.done}`,
        detail: "An earlier request or another user did it. Nothing was sent now.",
      }
    : {
        title: `${name} is still being ${result.pending.done}`,
        detail: `“${step.name}” was not sent. Try again if it is still needed then.`,
      };
}

/** Returns the message about a completed step and its effects. */
function stepMessage(record: Row, name: string, { done }: Step, labels: Labels): ToastMessage {
  const released = done === "resolved" ? releasedMonitors(record) : [];
  return {
    title: `${name} ${done}`,
    ...(released.length > 0 && { detail: monitorsFollow(released, labels) }),
  };
}

/** Returns the monitors that an incident resets when it is resolved: it has a status for them. */
function releasedMonitors({ monitors, changeMonitorStatusToId = null }: Row): readonly string[] {
  return Array.isArray(monitors) && changeMonitorStatusToId !== null ? monitors.map(String) : [];
}

const mostNamed = 3;
const list = new Intl.ListFormat("en", { type: "conjunction" });

function monitorsFollow(monitors: readonly string[], labels: Labels): string {
  const names = monitors.flatMap((id) => {
    const label = labels.get(labelKey(monitor.path, id));
    return label === undefined || label === "missing" ? [] : [bidiIsolate(label.label)];
  });
  const areAllNamed = names.length === monitors.length && names.length <= mostNamed;
  if (monitors.length === 1) {
    return `${areAllNamed ? list.format(names) : "Its monitor"} now has the worst status of its other open incidents, or is operational. Undo restores it.`;
  }
  return `${areAllNamed ? list.format(names) : "Its monitors"} now have the worst status of their other open incidents, or are operational. Undo restores them.`;
}
