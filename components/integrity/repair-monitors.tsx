"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { notify } from "@/components/ui/toast/toast";
import { useIsMounted } from "@/components/ui/use-is-mounted";
import { explain } from "@/lib/client/http/problem";
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
  const [error, setError] = useState<unknown>();
  const isMounted = useIsMounted();
  const isRunning = soFar !== undefined;
  const run = async () => {
    setError(undefined);
    try {
      const repaired = await repairMonitors(project._id, setSoFar);
      if (isMounted()) onClose();
      else notify({ title: "Monitors repaired", detail: sentence(repaired) });
      onRepaired(repaired);
    } catch (failure) {
      if (isMounted()) setError(failure);
      else notify({ title: "Repair stopped", detail: explain(failure), tone: "danger" });
    }
    setSoFar(undefined);
    await client.invalidateQueries();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={() => isRunning || onClose()}
      role="alertdialog"
      title="Repair monitors?"
      actions={
        <>
          <Button onPress={onClose} isDisabled={isRunning} autoFocus>
            Cancel
          </Button>
          <Button look="primary" onPress={() => void run()} isPending={isRunning}>
            Repair monitors
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {error !== undefined && (
          <p role="alert" className="text-danger">
            <ErrorMessage error={error} /> Repairs made before the error are kept.
          </p>
        )}
        <p>
          Monitors whose status contradicts their open incidents take the worst status that an open
          incident requires, or the operational status. Overlapping events end where the next one
          starts.
        </p>
        <p className="text-13 text-ink-muted">
          A status set by a person or an API key is kept, and so are gaps after an ended event. Each
          change is in the change log. You cannot undo the repair.
        </p>
        {soFar && (
          <p role="status" className="text-13">
            {sentence(soFar)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function sentence({ events, statuses }: Repaired): string {
  const of = (count: number, one: string, many: string) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  return `Repaired ${of(statuses, "monitor status", "monitor statuses")} and ${of(events, "event", "events")}.`;
}
