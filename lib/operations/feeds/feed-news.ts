import type { MadeChange } from "@/lib/operations/transaction/made-changes";
import { resourceAt, resources } from "@/lib/resources";
import type { Feed, FeedEvent } from "@/lib/schema/feed";
import type { JsonValue } from "@/lib/schema/json";
import { columnTo, relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** Something that happened to a record with a feed. */
export interface FeedNews {
  /** The feed and the definition of its entries. */
  readonly entries: Resource;
  readonly feed: Feed;
  readonly event: FeedEvent;
  readonly recordId: string;
  readonly projectId: JsonValue;
  /** The user that joined or left. Absent: the entry names the one who made the change. */
  readonly userId?: JsonValue;
  /** The change of a value. */
  readonly value?: ValueChange;
}

export interface ValueChange {
  readonly column: Column;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Returns true if changes of a resource decide what feeds tell. */
export function isInFeeds(resource: Resource): boolean {
  return resource.scope === "self" || observersOf(resource).length > 0;
}

/** Returns the news that a change is. Only those with a type in their feed count. */
export function newsOf(change: MadeChange): readonly FeedNews[] {
  return observersOf(change.resource).flatMap(({ entries, feed, observe }) =>
    observe(change).flatMap(({ event, recordId, ...more }) => {
      if (feed.types[event] === undefined || typeof recordId !== "string") return [];
      const projectId = (change.after ?? change.before)?.projectId ?? null;
      return [{ entries, feed, event, recordId, projectId, ...more }];
    }),
  );
}

type Observed = Pick<FeedNews, "event" | "userId" | "value"> & { readonly recordId: JsonValue };
type Observe = (change: MadeChange) => readonly Observed[];

interface Observer {
  readonly entries: Resource;
  readonly feed: Feed;
  readonly observe: Observe;
}

const known = new WeakMap<Resource, readonly Observer[]>();

function observersOf(resource: Resource): readonly Observer[] {
  const found = known.get(resource) ?? makeObservers(resource);
  known.set(resource, found);
  return found;
}

function makeObservers(resource: Resource): readonly Observer[] {
  return [...resources.values()].flatMap((entries) => {
    const { feed } = entries;
    const record = feed && resourceAt(relationColumn(entries, feed.of).field.to ?? "");
    if (!record) return [];
    const all = [
      ...(resource === record ? ownObservers(record) : []),
      ...(record.lifecycle?.members?.path === resource.path ? [memberObserver(record)] : []),
      ...partObservers(resource, record),
    ];
    return all.map((observe) => ({ entries, feed, observe }));
  });
}

/** Returns the observers of the values of a record: its state or status, severity and group. */
function ownObservers(record: Resource): Observe[] {
  const all = [...resources.values()];
  const current = all.flatMap(({ path, sets }) => {
    const events = sets && resourceAt(path);
    const isOwn = events && relationColumn(events, sets.owner).field.to === record.path;
    return isOwn ? [relationColumn(record, sets.current)] : [];
  });
  const severity = record.lifecycle && relationColumn(record, record.lifecycle.severity);
  const groups = all.flatMap(({ lifecycle }) =>
    lifecycle?.members?.path === record.path
      ? [relationColumn(record, lifecycle.members.relation)]
      : [],
  );
  return [
    ...current.map((column) => valueObserver(column, "valueSet")),
    ...(severity ? [valueObserver(severity, "severitySet")] : []),
    ...groups.map(groupObserver),
  ];
}

function valueObserver(column: Column, event: FeedEvent): Observe {
  return ({ before, after }) => {
    if (!before || !after || isSame(before, after, column)) return [];
    const value = {
      column,
      before: before[column.name] ?? null,
      after: after[column.name] ?? null,
    };
    return [{ event, recordId: after._id ?? null, value }];
  };
}

/** Tells a record that it joined or left a group. A new record tells nothing of its beginning. */
function groupObserver(column: Column): Observe {
  return ({ before, after }) => {
    if (!before || !after || isSame(before, after, column)) return [];
    const recordId = after._id ?? null;
    return [
      ...(before[column.name] ? [{ event: "groupLeft", recordId } as const] : []),
      ...(after[column.name] ? [{ event: "groupJoined", recordId } as const] : []),
    ];
  };
}

/** Tells a group that a record joined or left it. */
function memberObserver(group: Resource): Observe {
  const members = resourceAt(group.lifecycle?.members?.path ?? "");
  const relation = group.lifecycle?.members?.relation ?? "";
  const column = members && relationColumn(members, relation).name;
  return ({ before, after }) => {
    const [was, is] = [before?.[column ?? ""] ?? null, after?.[column ?? ""] ?? null];
    if (was === is) return [];
    return [
      { event: "memberRemoved", recordId: was },
      { event: "memberAdded", recordId: is },
    ];
  };
}

/** Returns the observers of the notes and people of a record. */
function partObservers(part: Resource, record: Resource): Observe[] {
  const column = columnTo(part, record);
  if (column === undefined) return [];
  const idIn = (row: Row) => row[column] ?? null;
  if (part.story?.kind === "note") {
    const event = part.readByVisitors ? "publicNote" : "privateNote";
    return [({ before, after }) => (!before && after ? [{ event, recordId: idIn(after) }] : [])];
  }
  if (part.story?.kind !== "person") return [];
  const [added, removed] = personEvents(part);
  const userColumn = shapeOf(part).columns.find(
    ({ name, field }) => field.to === "user" && field.writtenBy !== "server" && name !== column,
  )?.name;
  const tell = (event: FeedEvent, row: Row): Observed => ({
    ...{ event, recordId: idIn(row) },
    ...(userColumn !== undefined && { userId: row[userColumn] ?? null }),
  });
  return [
    ({ before, after }) => {
      if (!before && after) return [tell(added, after)];
      return before && !after ? [tell(removed, before)] : [];
    },
  ];
}

function personEvents(part: Resource): readonly [added: FeedEvent, removed: FeedEvent] {
  const targets = shapeOf(part).columns.flatMap(({ field }) => resourceAt(field.to ?? "") ?? []);
  if (targets.some(({ leads }) => leads !== undefined)) return ["roleTaken", "roleLeft"];
  const isTeam = targets.some(({ path, canOwn }) => canOwn && path !== "user");
  return isTeam ? ["teamAdded", "teamRemoved"] : ["userAdded", "userRemoved"];
}

function isSame(before: Row, after: Row, { name }: Column): boolean {
  return (before[name] ?? null) === (after[name] ?? null);
}
