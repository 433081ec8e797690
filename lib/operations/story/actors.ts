import type { StoryActor, StoryEntry } from "@/lib/contract/records/story";
import { changeLog } from "@/lib/resources/system/change-log";
import type { Row } from "@/lib/schema/row";
import type { StoryDraft } from "./story-page";
import { all, type StoryRecord, visibleIn } from "./story-record";

/**
 * Returns the entries with their actors: the one who made the change, or who created the record.
 * The change log names users, keys and the server; without an entry there, the creator counts.
 */
export async function withActors(
  of: StoryRecord,
  drafts: readonly StoryDraft[],
): Promise<readonly StoryEntry[]> {
  const byEntry = await loggedActors(of, drafts);
  return drafts.map((draft) => {
    const { id, kind } = draft;
    if (kind === "escalation") return { ...draft, actor: null };
    const creator = kind === "began" ? of.row.createdByUserId : draft.data.createdByUserId;
    return { ...draft, actor: byEntry.get(id) ?? creatorOf(creator) };
  });
}

async function loggedActors(
  of: StoryRecord,
  drafts: readonly StoryDraft[],
): Promise<ReadonlyMap<string, StoryActor>> {
  const visibility = visibleIn(of, changeLog);
  if (!visibility || drafts.length === 0) return new Map();
  const created = drafts.filter(({ id, subject }) => id === subject._id);
  const changed = drafts.filter(({ id, subject }) => id !== subject._id);
  const paths = [...new Set(created.map(({ subject }) => subject.resource))];
  const isCreate = all(
    { op: "in", column: "resource", values: paths },
    { op: "in", column: "recordId", values: created.map(({ id }) => id) },
    { op: "eq", column: "operation", value: "create" },
  );
  const isEntry = { op: "in", column: "_id", values: changed.map(({ id }) => id) } as const;
  const actors = new Map<string, StoryActor>();
  for (const [filter, column, count] of [
    [isCreate, "recordId", created.length],
    [isEntry, "_id", changed.length],
  ] as const) {
    if (count === 0) continue;
    const rows = await of.context.store.reader.find(visibility.resource, {
      ...{ projects: visibility.projects, filter: all(visibility.filter, filter) },
      columns: [column, "actorType", "actorId", "actorName", "channel"],
    });
    for (const row of rows) actors.set(String(row[column]), actorOf(row));
  }
  return actors;
}

function actorOf({ actorType, actorId, actorName, channel }: Row): StoryActor {
  const type = actorType === "user" || actorType === "apiKey" ? actorType : "system";
  return {
    ...{ type, id: textOf(actorId), name: textOf(actorName) },
    ...(channel === "rule" && { byRule: true }),
  };
}

function creatorOf(id: unknown): StoryActor | null {
  return typeof id === "string" ? { type: "user", id, name: null } : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
