import { notifyResult } from "@/components/errors/notify-failure";
import type { ToastMessage } from "@/components/ui/toast/toast";
import { type Step, useStep } from "@/lib/client/saving/state-transitions";
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
  return (record, name, step) =>
    notifyResult(async () => {
      const undo = await take({ record, step });
      const onPress = () => {
        if (undo) void notifyResult(() => undo().then(() => undone), "Undo failed");
      };
      return {
        ...stepMessage(record, name, step),
        ...(undo && { action: { label: "Undo", onPress } }),
      };
    }, `${name} not ${step.done}`);
}

const undone: ToastMessage = { title: "Change undone" };

/** Returns the message about a completed step and its effects. */
function stepMessage(record: Row, name: string, { done }: Step): ToastMessage {
  return {
    title: `${name} ${done}`,
    ...(done === "resolved" && releasesMonitors(record) && { detail: monitorsFollow }),
  };
}

/**
 * Returns whether an incident resets monitors when it is resolved: it has monitors and a status for
 * them.
 */
function releasesMonitors({ monitors, changeMonitorStatusToId = null }: Row): boolean {
  return Array.isArray(monitors) && monitors.length > 0 && changeMonitorStatusToId !== null;
}

const monitorsFollow =
  "Its monitors now have the worst status of their other open incidents, or are operational. Undo restores them.";
