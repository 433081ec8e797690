import type { ToastMessage } from "@/components/ui/toast/toast";
import type { Step } from "@/lib/client/saving/state-transitions";
import type { Row } from "@/lib/schema/row";

/** Returns the message about a completed step and its effects. */
export function stepMessage(record: Row, name: string, { done }: Step): ToastMessage {
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
