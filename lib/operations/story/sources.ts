import { refersTo } from "@/lib/operations/rows/referrers";
import { resourceAt, resources } from "@/lib/resources";
import { feedColumns } from "@/lib/schema/feed";
import type { Filter } from "@/lib/schema/filter";
import { columnTo, relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import { escalationSources } from "./escalation";
import { changeSource, removalSource } from "./log-sources";
import { recordSources } from "./record-source";
import { portionOf, type StoryDraft, type StorySource } from "./story-page";
import { all, type StoryRecord, visibleIn } from "./story-record";

/** Returns all sources of a record's story that the caller may read. */
export async function sourcesOf(of: StoryRecord): Promise<readonly StorySource[]> {
  return [
    beginning(of),
    ...stateSources(of),
    ...statusSources(of),
    ...alertSources(of),
    ...memberSources(of),
    ...partSources(of),
    ...(await taskSources(of)),
    ...(await escalationSources(of)),
    ...removalSource(of),
    ...changeSource(of),
  ];
}

function beginning({ resource, id, began }: StoryRecord): StorySource {
  const draft: StoryDraft = {
    ...{ id, at: began, kind: "began", verb: "began", data: {} },
    subject: { resource: resource.path, _id: id },
  };
  return { kind: "began", read: async (page) => portionOf([draft], page) };
}

function stateSources(of: StoryRecord): StorySource[] {
  const events = resourceAt(of.lifecycle.events ?? "");
  if (!events?.sets) return [];
  const filter = refersTo(relationColumn(events, events.sets.owner), of.id);
  return recordSources(of, { kind: "state", verb: "entered", resource: events, filter });
}

/** Returns the events that set the status of the monitors while the record was open. */
function statusSources(of: StoryRecord): StorySource[] {
  if (of.monitors.length === 0) return [];
  return [...resources.values()].flatMap((events) => {
    if (!events.sets) return [];
    const { name, field } = relationColumn(events, events.sets.owner);
    if (field.to !== monitorPath) return [];
    const filter = all({ op: "in", column: name, values: of.monitors }, ...window(of, events));
    return recordSources(of, { kind: "status", verb: "entered", resource: events, filter });
  });
}

const monitorPath = "monitor";

/** Returns the alerts on the monitors, without the record and its members. */
function alertSources(of: StoryRecord): StorySource[] {
  if (of.monitors.length === 0) return [];
  return withPart("alert").flatMap((resource) => {
    const { name } = relationColumn(resource, resource.lifecycle?.monitors ?? "");
    const own: Filter = { op: "ne", column: "_id", value: of.id };
    const filter = all(
      { op: "in", column: name, values: of.monitors },
      ...window(of, resource),
      ...(resource === of.resource ? [own] : []),
      ...(resource.path === of.lifecycle.members?.path ? [notMember(of, resource)] : []),
    );
    return recordSources(of, { kind: "alert", verb: "created", resource, filter });
  });
}

function notMember({ id, lifecycle }: StoryRecord, members: Resource): Filter {
  const column = relationColumn(members, lifecycle.members?.relation ?? "").name;
  return { op: "ne", column, value: id, orNull: true };
}

function memberSources(of: StoryRecord): StorySource[] {
  const { members } = of.lifecycle;
  const resource = resourceAt(members?.path ?? "");
  if (!members || !resource) return [];
  const filter = refersTo(relationColumn(resource, members.relation), of.id);
  return recordSources(of, { kind: "member", verb: "added", resource, filter });
}

/** Returns the notes, people and feed entries of the record. */
function partSources(of: StoryRecord): StorySource[] {
  const parts = [
    { kind: "note", verb: "posted" },
    { kind: "person", verb: "added" },
    { kind: "feed", verb: "posted" },
  ] as const;
  return parts.flatMap(({ kind, verb }) =>
    withPart(kind).flatMap((resource) => {
      const column = columnTo(resource, of.resource);
      if (column === undefined) return [];
      const filter = all({ op: "eq", column, value: of.id }, ...byCallers(resource));
      return recordSources(of, { kind, verb, resource, filter });
    }),
  );
}

/** Returns the condition that callers wrote the entries of a feed. The story tells itself what rules do. */
function byCallers({ feed }: Resource): Filter[] {
  return feed ? [{ op: "ne", column: feedColumns.byRule, value: true, orNull: true }] : [];
}

/** Tasks beyond this number do not add what they made. */
const mostTasks = 200;

/** Returns the tasks that name the record in a JSON field, and the records made by them. */
async function taskSources(of: StoryRecord): Promise<StorySource[]> {
  const found: StorySource[] = [];
  for (const resource of withPart("task")) {
    const { namedIn } = resource.story ?? {};
    const visibility = visibleIn(of, resource);
    if (namedIn === undefined || !visibility) continue;
    const path = [`${camelCase(of.resource.path)}Id`];
    const filter = all(
      { op: "jsonEquals", column: namedIn, path, value: of.id },
      { op: "gte", column: resource.timeField, value: of.from },
    );
    found.push(...recordSources(of, { kind: "task", verb: "created", resource, filter }));
    const tasks = await of.context.store.reader.find(visibility.resource, {
      ...{ projects: visibility.projects, columns: ["_id"], limit: mostTasks },
      filter: all(visibility.filter, filter),
    });
    if (tasks.length > 0)
      found.push(
        ...madeBy(
          of,
          resource,
          tasks.map(({ _id }) => String(_id)),
        ),
      );
  }
  return found;
}

function madeBy(of: StoryRecord, tasks: Resource, values: readonly string[]): StorySource[] {
  return withPart("task").flatMap((resource) => {
    const { through } = resource.story ?? {};
    const column = through === undefined ? undefined : relationColumn(resource, through);
    if (column?.field.to !== tasks.path) return [];
    const filter: Filter = { op: "in", column: column.name, values };
    return recordSources(of, { kind: "task", verb: "created", resource, filter });
  });
}

function withPart(kind: NonNullable<Resource["story"]>["kind"]): Resource[] {
  return [...resources.values()].filter(({ story }) => story?.kind === kind);
}

/** Returns the conditions that a record happened while the record of the story was open. */
function window({ from, until }: StoryRecord, { occursAt, timeField }: Resource): Filter[] {
  const between = (column: string): Filter => ({ op: "between", column, from, to: until });
  if (occursAt === undefined) return [between(timeField)];
  const ways = [between(occursAt), all({ op: "isNull", column: occursAt }, between(timeField))];
  return [{ op: "or", filters: ways }];
}

function camelCase(path: string): string {
  return path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
