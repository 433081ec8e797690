import { belongsTo } from "@/lib/auth/grants/permission";
import type { Finding, Integrity } from "@/lib/contract/integrity";
import { AppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";
import { resources } from "@/lib/resources";
import type { Store } from "@/lib/store/port/store";
import { dependencyContradictions } from "./dependency-checks";
import { repeatedRecords } from "./duplicate-checks";
import { eventCheck, timelines } from "./event-checks";
import { type Check, Inspection } from "./inspection";
import { wrongStatusChecks } from "./monitor-status-checks";
import { repeatedNumbers, unorderedLists } from "./order-checks";
import { openWithoutOwner } from "./owner-checks";
import { danglingReferences } from "./reference-checks";

/**
 * Checks a project for dangling references, overlapping events, monitors whose history has gaps or
 * whose status contradicts their open incidents, open incidents without owners, lists with gaps,
 * duplicate numbers, duplicate records and dependency cycles. The checks are derived from the
 * definitions and cover only resources that the caller may read. Ends after about 3 s, finished or
 * not. Throws `too_many_requests` during another inspection of the project, because each uses a
 * share of the event loop.
 */
export async function integrityOf(context: Context, projectId: string): Promise<Integrity> {
  const { store, caller } = context;
  // Nothing is read for others, and a 429 would tell them that the project exists.
  if (!belongsTo(caller, projectId)) return inspect(context, projectId);
  const busy = underWay.get(store) ?? new Set();
  underWay.set(store, busy);
  if (busy.has(projectId)) {
    const detail = "A check of this project is already running. Try again in a few seconds.";
    throw new AppError("too_many_requests", detail, { retryAfterSeconds: 3 });
  }
  busy.add(projectId);
  try {
    return await inspect(context, projectId);
  } finally {
    busy.delete(projectId);
  }
}

const underWay = new WeakMap<Store, Set<string>>();

async function inspect(context: Context, projectId: string): Promise<Integrity> {
  const inspection = new Inspection(context, projectId);
  const at = context.now().toISOString();
  const checks: Finding[] = [];
  for (const check of await checksOf(inspection)) checks.push(await inspection.finding(check));
  const isComplete = checks.every((check) => check.isComplete);
  return { projectId, at, checks, isComplete, unreadable: inspection.unreadable };
}

async function checksOf(inspection: Inspection): Promise<readonly Check[]> {
  const all = [...resources.values()];
  const owners = await Promise.all(all.map((resource) => openWithoutOwner(inspection, resource)));
  // Where a value outlasts the end of its event, a gap changes nothing.
  const gapless = timelines.filter(({ outlastsEnd }) => !outlastsEnd);
  return [
    ...owners.flat(),
    ...timelines.flatMap((timeline) => eventCheck(inspection, timeline, "overlappingEvents")),
    ...gapless.flatMap((timeline) => eventCheck(inspection, timeline, "gappedEvents")),
    ...wrongStatusChecks(inspection),
    ...all.flatMap((resource) => [
      ...unorderedLists(inspection, resource),
      ...repeatedNumbers(inspection, resource),
      ...danglingReferences(inspection, resource),
    ]),
    ...dependencyContradictions(inspection),
    ...all.flatMap((resource) => repeatedRecords(inspection, resource)),
  ];
}
