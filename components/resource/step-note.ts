import type { Note } from "@/components/ui/toast";
import type { Step } from "@/lib/client/lifecycle";
import type { Row } from "@/lib/schema/row";

/** What is said of a step that was taken: that, and what came of it that stays when it is taken back. */
export function stepNote(record: Row, name: string, { done }: Step): Note {
  return {
    title: `${name} ${done}`,
    ...(done === "resolved" && heldMonitors(record) && { detail: monitorsStay }),
  };
}

/** An incident that names monitors and a status for them lets go of them when it is over. */
function heldMonitors({ monitors, changeMonitorStatusToId = null }: Row): boolean {
  return Array.isArray(monitors) && monitors.length > 0 && changeMonitorStatusToId !== null;
}

const monitorsStay =
  "Monitors it held in another status are operational again, unless another open incident holds them. Undoing this leaves the monitors as they are now.";
