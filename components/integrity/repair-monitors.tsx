import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { useProject } from "@/lib/client/project/project";
import { type Repaired, repairMonitors } from "@/lib/client/queries/integrity";
import type { Integrity } from "@/lib/contract/integrity";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { ownerRole } from "@/lib/schema/permission-titles";

/** Offers owners of the project to repair its monitors, if the report has findings about them. */
export function RepairMonitors({ report }: { readonly report: Integrity }) {
  const { me, project } = useProject();
  const [isAsked, setAsked] = useState(false);
  const [repaired, setRepaired] = useState<Repaired>();
  const isOwner = me.isDeploymentOwner || project.permissions.includes(ownerRole);
  const isWrong = report.checks.some(isRepairable);
  return (
    <>
      {isOwner && isWrong && (
        <p>
          <Button onPress={() => setAsked(true)}>Repair monitors…</Button>
        </p>
      )}
      <p role="status" className="text-13 empty:hidden">
        {repaired && `${sentence(repaired)} Correct the remaining entries by hand.`}
      </p>
      {isAsked && <RepairDialog onClose={() => setAsked(false)} onRepaired={setRepaired} />}
    </>
  );
}

function isRepairable({ kind, resource, count }: Integrity["checks"][number]): boolean {
  if (count === 0) return false;
  if (kind === "milderStatus" || kind === "staleStatus") return true;
  const isOfHistory = kind === "overlappingEvents" || kind === "gappedEvents";
  return isOfHistory && resource === monitorStatusTimeline.path;
}

interface RepairDialogProps {
  readonly onClose: () => void;
  readonly onRepaired: (repaired: Repaired) => void;
}

function RepairDialog({ onClose, onRepaired }: RepairDialogProps) {
  const client = useQueryClient();
  const { project } = useProject();
  const [soFar, setSoFar] = useState<Repaired>();
  const { send, ...request } = useRequest({ failed: "Repair stopped" });
  const repair = async () => {
    try {
      return await repairMonitors(project._id, setSoFar);
    } catch (cause) {
      throw new Error("Repairs made before this error are kept.", { cause });
    } finally {
      setSoFar(undefined);
      void client.invalidateQueries();
    }
  };
  const close = (repaired: Repaired) => {
    onRepaired(repaired);
    onClose();
  };
  const tell = (repaired: Repaired) =>
    notify({ title: "Monitors repaired", detail: sentence(repaired) });
  return (
    <Dialog
      {...request}
      onClose={onClose}
      role="alertdialog"
      title="Repair monitors?"
      action={{ text: "Repair monitors", onPress: () => void send(repair, close, tell) }}
    >
      <p>
        Monitors whose status contradicts their open incidents take the worst status that an open
        incident requires, or the operational status. Overlapping events end where the next one
        starts.
      </p>
      <p className="text-13 text-ink-muted">
        A status set by a user or an API key is kept, and so are gaps after an ended event. Each
        change is in the change log. You cannot undo the repair.
      </p>
      {soFar && (
        <p role="status" className="text-13">
          {sentence(soFar)}
        </p>
      )}
    </Dialog>
  );
}

function sentence({ events, statuses }: Repaired): string {
  const of = (count: number, one: string, many: string) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  return `Repaired ${of(statuses, "monitor status", "monitor statuses")} and ${of(events, "event", "events")}.`;
}
