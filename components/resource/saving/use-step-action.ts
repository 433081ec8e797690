import { notifyResult } from "@/components/errors/notify-failure";
import type { ToastMessage } from "@/components/ui/toast/toast";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { type Labels, labelKey, useLabels } from "@/lib/client/queries/labels";
import { type Step, useStep } from "@/lib/client/saving/state-transitions";
import { monitor } from "@/lib/resources/monitoring/monitor";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/**
 * Returns the function that takes a step of a record, and shows the result with its undo in a toast
 * on whatever page the user is by then.
 */
export function useStepAction(
  resource: Resource,
): (record: Row, name: string, step: Step) => Promise<void> {
  const take = useStep(resource);
  const labels = useLabels();
  return (record, name, step) =>
    notifyResult(async () => {
      const undo = await take({ record, step });
      const onPress = () => {
        if (undo) void notifyResult(() => undo().then(() => undone), "Undo failed");
      };
      return {
        ...stepMessage(record, name, step, labels),
        ...(undo && { action: { label: "Undo", onPress } }),
      };
    }, `${name} not ${step.done}`);
}

const undone: ToastMessage = { title: "Change undone" };

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
