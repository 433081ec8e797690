import type { Report } from "@/lib/contract/report";
import { both } from "@/lib/operations/access/visibility";
import { labelsOf } from "@/lib/operations/record/labels";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { incidentOwnerUser } from "@/lib/resources/incidents/incident-owner-user";
import { user } from "@/lib/resources/settings/user";
import type { Filter } from "@/lib/schema/filter";
import { readAhead } from "@/lib/store/concurrency/read-ahead";
import type { DeclaredIncident } from "./incident-tally";
import type { IncidentsOfPeriod } from "./incidents";
import { nightClock } from "./night-clock";
import { isWithin, type Period } from "./period";
import { readableIn } from "./scan";

type Load = NonNullable<Report["load"]>;

/** Most incidents whose owners are read, the newest ones. */
const mostIncidents = 20_000;
const incidentsAtOnce = 500;
const hourMs = 3_600_000;

/**
 * Returns the load of the owners of the incidents of a period: the number of incidents, and the time
 * with at least one of them open. Null without permission to read owners, users and states.
 */
export async function loadOf(
  context: Context,
  projectId: string,
  period: Period,
  { declared, tellsTimes }: IncidentsOfPeriod,
): Promise<Load | null> {
  const visibility = readableIn(context, incidentOwnerUser, projectId);
  if (!visibility || !tellsTimes || !readableIn(context, user, projectId)) return null;
  const newest = declared.slice(-mostIncidents);
  const byOwner = await ownedBy(context, visibility, projectId, newest);
  const labels = await labelsOf(context, user, [...byOwner.keys()]);
  const nightMs = nightClock(period.timeZone, period.days);
  const until = Math.min(Date.parse(period.end), context.now().getTime());
  const people = [...byOwner].map(([_id, incidents]) => {
    const spans = unionOf(incidents, until);
    const ofPeriod = { incident: { declaredAt: isWithin(period) } };
    return {
      ...{ _id, label: labels.get(_id)?.label ?? "" },
      owned: { count: incidents.length, query: { projectId, userId: _id, ...ofPeriod } },
      hours: sumOf(spans, (at) => at) / hourMs,
      nightHours: sumOf(spans, nightMs) / hourMs,
    };
  });
  people.sort(
    (one, other) => other.owned.count - one.owned.count || (one._id < other._id ? -1 : 1),
  );
  return { people, isComplete: newest.length === declared.length };
}

/** Returns the incidents by their owners. An incident counts once for each record of ownership. */
async function ownedBy(
  context: Context,
  { filter }: Visibility,
  projectId: string,
  incidents: readonly DeclaredIncident[],
): Promise<ReadonlyMap<string, DeclaredIncident[]>> {
  const byOwner = new Map<string, DeclaredIncident[]>();
  const read = (some: readonly DeclaredIncident[]) => {
    const of: Filter = { op: "in", column: "incidentId", values: some.map(({ id }) => id) };
    return context.store.reader.find(incidentOwnerUser, {
      projects: [projectId],
      filter: both(filter, of) ?? of,
      columns: ["incidentId", "userId"],
      // The order of the index that finds them.
      sort: [{ column: "incidentId", direction: "asc" }],
    });
  };
  for await (const [some, rows] of readAhead(incidents, incidentsAtOnce, read)) {
    const byId = new Map(some.map((one) => [one.id, one]));
    for (const { incidentId, userId } of rows) {
      const owned = byId.get(String(incidentId));
      if (typeof userId !== "string" || !owned) continue;
      const known = byOwner.get(userId) ?? [];
      byOwner.set(userId, known);
      known.push(owned);
    }
  }
  return byOwner;
}

type Span = readonly [fromMs: number, toMs: number];

/** Returns the stretches in which at least one of the incidents is open, in order. */
function unionOf(incidents: readonly DeclaredIncident[], untilMs: number): Span[] {
  const spans: [number, number][] = [];
  const inOrder = [...incidents].sort((one, other) => one.declaredMs - other.declaredMs);
  for (const { declaredMs, resolvedMs = untilMs } of inOrder) {
    const to = Math.min(resolvedMs, untilMs);
    const last = spans.at(-1);
    if (last && declaredMs <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > declaredMs) spans.push([declaredMs, to]);
  }
  return spans;
}

/** Returns the length of all spans on a clock. */
function sumOf(spans: readonly Span[], clock: (atMs: number) => number): number {
  return spans.reduce((sum, [from, to]) => sum + clock(to) - clock(from), 0);
}
