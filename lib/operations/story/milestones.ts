import { resourceAt } from "@/lib/resources";
import type { Filter, Position } from "@/lib/schema/filter";
import { flagsOf, relationColumn, stateColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Reader } from "@/lib/store/port/store";

/** Times at which a record was taken on and ended. */
export interface Milestones {
  /** The start of the first state that acknowledges or resolves. */
  readonly acknowledgedAt: string | undefined;
  /** The start of the resolved state that still holds. Undefined while the record is open. */
  readonly resolvedAt: string | undefined;
  /** The start of the current state; undefined if no event tells it. */
  readonly stateSince: string | undefined;
}

/**
 * Returns the times that the events of a record's states tell, however many there are. Without
 * events, the date of its end counts for both.
 */
export async function milestonesOf(
  reader: Reader,
  resource: Resource,
  row: Row,
): Promise<Milestones> {
  const { lifecycle } = resource;
  const events = resourceAt(lifecycle?.events ?? "");
  const states = resourceAt(stateColumn(resource)?.field.to ?? "");
  const ended = row[lifecycle?.ended ?? ""];
  const endedAt = typeof ended === "string" ? ended : undefined;
  const withoutEvents = { acknowledgedAt: endedAt, resolvedAt: endedAt, stateSince: endedAt };
  if (!events?.sets || !states) return withoutEvents;
  const projects = [String(row.projectId)];
  const { acknowledged, resolved } = flagsOf(states);
  const flagged = await reader.find(states, { projects, columns: ["_id", acknowledged, resolved] });
  const over = idsWhere(flagged, (state) => state[resolved] === true);
  const taken = idsWhere(flagged, (s) => s[resolved] === true || s[acknowledged] === true);
  const value = relationColumn(events, events.sets.value).name;
  const owner = relationColumn(events, events.sets.owner).name;
  const ofRecord: Filter = { op: "eq", column: owner, value: String(row._id) };
  const isStarted: Filter = { op: "notNull", column: "startsAt" };
  const first = async (direction: "asc" | "desc", more?: Filter, after?: Row) => {
    const [found] = await reader.find(events, {
      ...{ projects, columns: ["_id", "createdAt", "startsAt", value], limit: 1 },
      filter: { op: "and", filters: [ofRecord, isStarted, ...(more ? [more] : [])] },
      sort: [
        { column: "startsAt", direction },
        { column: "createdAt", direction },
      ],
      ...(after && { after: positionOf(after) }),
    });
    return found;
  };
  const last = await first("desc");
  if (!last) return withoutEvents;
  return {
    acknowledgedAt: startOf(await first("asc", { op: "in", column: value, values: taken })),
    resolvedAt: over.includes(String(last[value])) ? await lastResolve() : undefined,
    stateSince: startOf(last),
  };

  /** The first resolved state after the last open one: a second one in a row resolves nothing. */
  async function lastResolve(): Promise<string | undefined> {
    const open = await first("desc", { op: "notIn", column: value, values: over });
    return startOf(await first("asc", { op: "in", column: value, values: over }, open));
  }
}

function idsWhere(rows: readonly Row[], isWanted: (row: Row) => boolean): string[] {
  return rows.filter(isWanted).map(({ _id }) => String(_id));
}

function positionOf({ startsAt, createdAt, _id }: Row): Position {
  return { values: [String(startsAt), String(createdAt)], id: String(_id) };
}

function startOf(event: Row | undefined): string | undefined {
  return typeof event?.startsAt === "string" ? event.startsAt : undefined;
}
