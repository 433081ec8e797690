import type { Row } from "@/lib/schema/row";
import { later, textIn, textOf } from "./columns";
import type { TextBudget } from "./long-texts";
import { mostUpdates, type PageIncidents } from "./page-incidents";
import type { Phase, PublicChoice, PublicIncident, PublicUpdate } from "./public-page";

/** The parts that the incidents of a page share. */
interface Shared {
  readonly read: PageIncidents;
  readonly budget: TextBudget;
  /** Ids of the page's own entries by the id of the monitor that they show. */
  readonly entriesOf: ReadonlyMap<string, readonly string[]>;
  readonly now: string;
}

/** Returns what visitors may learn of an incident. */
export function publicIncident(row: Row, shared: Shared): PublicIncident {
  const { read, budget, entriesOf } = shared;
  const state = read.states.get(textOf(row.currentIncidentStateId));
  const severity = read.severities.get(textOf(row.incidentSeverityId));
  const postmortem = textIn(row.postmortemNote);
  const updates = updatesOf(row, shared);
  const isOver = state?.isResolvedState === true;
  const over = isOver ? read.milestones.get(String(row._id))?.resolvedAt : undefined;
  const posted = postmortem === undefined ? "" : textOf(row.postmortemPostedAt);
  const monitors = Array.isArray(row.monitors) ? row.monitors.map(String) : [];
  return {
    id: String(row._id),
    title: budget.take(textOf(row.title)),
    description: budget.take(textOf(row.description)),
    declaredAt: textOf(row.declaredAt),
    createdAt: textOf(row.createdAt),
    updatedAt: later(updates[0]?.at ?? textOf(row.declaredAt), posted),
    resolvedAt: over,
    state: choice(state),
    phase: postmortem !== undefined && isOver ? "postmortem" : phaseOf(state),
    severity: choice(severity),
    impact: impactOf(severity),
    monitorIds: monitors.flatMap((id) => entriesOf.get(id) ?? []),
    updates,
    postmortem: postmortem === undefined ? undefined : budget.take(postmortem),
  };
}

/** Returns notes and changes of the state up to now, newest first. */
function updatesOf(row: Row, { read, budget, now }: Shared): PublicUpdate[] {
  const id = String(row._id);
  const changes = (read.events.get(id) ?? []).map((event) => {
    const state = read.states.get(textOf(event.incidentStateId));
    const at = textIn(event.startsAt) ?? textOf(event.createdAt);
    return {
      ...{ id: String(event._id), at, phase: phaseOf(state), text: "" },
      state: textOf(state?.name),
    };
  });
  const phaseAt = (at: string) =>
    changes.reduce<{ at: string; phase: Phase }>(
      (held, one) => (one.at <= at && one.at >= held.at ? one : held),
      { at: "", phase: "investigating" },
    ).phase;
  const notes = (read.notes.get(id) ?? []).map((note) => {
    const at = textIn(note.postedAt) ?? textOf(note.createdAt);
    return {
      ...{ id: String(note._id), at, phase: phaseAt(at), state: undefined },
      text: textOf(note.note),
    };
  });
  return [...changes, ...notes]
    .filter(({ at }) => at <= now)
    .sort((one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id))
    .slice(0, mostUpdates)
    .map((one) => ({ ...one, text: budget.take(one.text) }));
}

function choice(row: Row | undefined): PublicChoice {
  return { name: textOf(row?.name), color: textOf(row?.color) };
}

/** The words of Statuspage, by the flags of the state, then by its name. */
function phaseOf(state: Row | undefined): Phase {
  if (state?.isResolvedState === true) return "resolved";
  if (/monitor|watch/i.test(textOf(state?.name))) return "monitoring";
  return state?.isAcknowledgedState === true ? "identified" : "investigating";
}

function impactOf(severity: Row | undefined): PublicIncident["impact"] {
  const rank = Number(severity?.order ?? 3);
  if (rank <= 1) return "critical";
  return rank <= 2 ? "major" : "minor";
}
