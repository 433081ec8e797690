import type { ToastMessage } from "@/components/ui/toast/toast";
import type { Step } from "@/lib/client/saving/steps";
import type { Row } from "@/lib/schema/row";

/** What is said of a step that was taken: that, and what came of it. */
export function stepMessage(record: Row, name: string, { done }: Step): ToastMessage {
  return {
    title: `${name} ${done}`,
    ...(done === "resolved" && releasesMonitors(record) && { detail: monitorsFollow }),
  };
}

/** An incident that names monitors and a status for them gives them up when it is resolved. */
function releasesMonitors({ monitors, changeMonitorStatusToId = null }: Row): boolean {
  return Array.isArray(monitors) && monitors.length > 0 && changeMonitorStatusToId !== null;
}

const monitorsFollow =
  "Its monitors now show the worst status of their other open incidents, or are operational. Undo changes them back.";
