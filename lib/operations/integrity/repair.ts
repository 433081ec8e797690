import { everyProject } from "@/lib/auth/grants/caller";
import { refusalFor } from "@/lib/auth/grants/permission";
import { findRow, notFound } from "@/lib/operations/rows/read-record";
import { nameOf, setStatus } from "@/lib/operations/rules/incidents/incident-monitors";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { monitor } from "@/lib/resources/monitoring/monitor";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { project } from "@/lib/resources/settings/project";
import { ownerRole } from "@/lib/schema/permission-titles";
import { type WrongStatus, wrongStatuses } from "./monitor-status-checks";
import { repairHistory } from "./repair-history";

const monitorsAtOnce = 20;

/** Position of a repair: after a finished monitor, and at an event of the next one. */
export interface RepairPosition {
  /** Id of the last finished monitor; "" for none. */
  readonly after: string;
  /** Id of the last finished event of the next monitor; absent for none. */
  readonly event?: string;
}

/** Result of one slice of a repair. */
export interface RepairSlice {
  /** Number of events whose end was changed. */
  readonly events: number;
  /** Number of monitors whose status was changed. */
  readonly statuses: number;
  /** Position of the next slice; undefined if the repair is complete. */
  readonly next: RepairPosition | undefined;
}

/**
 * Repairs a slice of at most 20 monitors of a project. Events that end after the start of the next
 * one, or before their own start, end at the next one's start. Monitors whose status contradicts
 * their open incidents get the correct status. Each change has an entry in the change log. Correct
 * records stay unchanged, so a repair can be repeated and resumed. Throws 403 unless the caller
 * owns the project.
 */
export async function repairSlice(
  context: Context,
  projectId: string,
  from: RepairPosition,
): Promise<RepairSlice> {
  requireOwner(context, projectId);
  return inTransaction(context, async (transaction) => {
    if (!(await findRow(transaction.writer, project, projectId, [projectId])))
      throw notFound(project, projectId);
    const ids = await monitorsAfter(transaction, projectId, from.after);
    let events = 0;
    let { after } = from;
    let last = from.event;
    for (const id of ids) {
      const done = await repairHistory(transaction, { projectId, monitorId: id, after: last });
      events += done.changed;
      if (done.stoppedAt !== undefined) {
        const statuses = await repairStatuses(
          transaction,
          projectId,
          ids.slice(0, ids.indexOf(id)),
        );
        return { events, statuses, next: { after, event: done.stoppedAt } };
      }
      last = undefined;
      after = id;
    }
    const statuses = await repairStatuses(transaction, projectId, ids);
    return { events, statuses, next: ids.length < monitorsAtOnce ? undefined : { after } };
  });
}

/** Throws 403 unless the caller owns the project or the deployment. */
function requireOwner({ caller }: Context, projectId: string): void {
  const places = [everyProject, projectId];
  if (places.some((place) => caller.grants.get(place)?.has(ownerRole))) return;
  const detail = "Only an owner of the project may repair it.";
  throw refusalFor(detail, [ownerRole], { resource: monitor, right: "update", projectId });
}

async function monitorsAfter(
  { writer }: Transaction,
  projectId: string,
  after: string,
): Promise<readonly string[]> {
  const ask = { column: "monitorId", projectId, after, limit: monitorsAtOnce };
  return (await writer.distinctIds(monitorStatusTimeline, ask)) ?? [];
}

async function repairStatuses(
  transaction: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  const wrong = await wrongStatuses(transaction.writer, projectId, ids, transaction.now);
  for (const { monitor: record, statusId: status, asked } of wrong) {
    const id = String(record._id);
    const rootCause = reasonOf(asked);
    await setStatus(transaction, { projectId }, { id, record, status, rootCause });
  }
  return wrong.length;
}

function reasonOf(asked: WrongStatus["asked"]): string {
  return asked ? `${nameOf(asked.incident)} (repaired)` : "No open incident (repaired)";
}
