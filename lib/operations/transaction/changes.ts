import { AppError } from "@/lib/errors";
import { resourceAt } from "@/lib/resources";
import type { JsonValue } from "@/lib/schema/json";
import { storyOwnerColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Patch, Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter } from "@/lib/store/port/store";
import { difference, loggable, type Sides } from "./change-sides";
import type { Context } from "./context";
import type { MadeChange, MadeChanges } from "./made-changes";
import type { ProjectRows } from "./project-rows";
import type { RecordVersions } from "./record-versions";

/** Cause of a write: a request, or an effect of a rule. */
export type Channel = Context["channel"] | "rule";

/** Origin of the changes of a transaction. */
export interface Change {
  readonly context: Context;
  readonly channel: Channel;
  /** ISO 8601. */
  readonly now: string;
}

/** The only way to change records. Each call logs its change in the same transaction. */
export interface Changes {
  /**
   * Stores a complete row. Throws `conflict` on a unique violation. `isFirst`: an event that is known
   * to be the only one of its record.
   */
  create(resource: Resource, row: Row, isFirst?: boolean): Promise<void>;
  /**
   * Updates a record and returns the new one. The patch holds no `updatedAt`, which is set here.
   * Throws 412 if `before` is no longer its version.
   */
  update(resource: Resource, before: Row, patch: Patch): Promise<Row>;
  /** Deletes a record. Throws 412 if `before` is no longer its version. */
  remove(resource: Resource, before: Row): Promise<void>;
  /** Logs the deletion of a record whose row is removed later. */
  noteRemoval(resource: Resource, before: Row): Promise<void>;
  /** Deletes a record whose deletion is already logged. */
  removeNoted(resource: Resource, id: string): Promise<void>;
  /** Logs an operation on records of a resource that changed none of them. */
  note(resource: Resource, operation: string, about: NotedRecord, what: Row): Promise<void>;
  /**
   * Returns the version that this transaction gave a record last. Undefined if it neither created
   * nor updated the record, or deleted it since.
   */
  versionOf(resource: Resource, id: string): number | undefined;
  /**
   * Keeps the changes of wanted resources from now on, by all origins. The result returns them and
   * ends that.
   */
  collect(isWanted: (resource: Resource) => boolean): () => readonly MadeChange[];
}

/** Subject of a logged operation: a record, a project, or neither. */
interface NotedRecord {
  readonly projectId: string | null;
  readonly _id?: string;
}

/** The parts of a transaction that all origins of changes share. */
export interface Shared {
  readonly writer: RecordWriter;
  /** Lets other requests run between two changes. */
  readonly giveTurn: () => Promise<void>;
  readonly versions: RecordVersions;
  readonly made: MadeChanges;
  readonly projects: ProjectRows;
}

/** Returns the changes of one origin in a transaction. `change.now` is the time of all of them. */
export function changesOf(shared: Shared, change: Change): Changes {
  const { writer, giveTurn, versions, made, projects } = shared;
  const { now } = change;
  const written = (resource: Resource, id: JsonValue | undefined, version: number | undefined) => {
    versions.set(resource, id, version);
    if (resource.scope === "self") projects.forget();
  };
  const log = async (resource: Resource, operation: string, row: Row, sides: Sides) => {
    await giveTurn();
    if (resource.unlogged) return;
    await writer.appendChange(entryOf(change, { resource, operation, row, sides }));
  };
  return {
    async create(resource, row, isFirst) {
      await writer.insert(resource, row, isFirst);
      written(resource, row._id, Number(row.version ?? 1));
      made.note({ resource, before: null, after: row });
      await log(resource, "create", row, { before: null, after: loggable(resource, row) });
    },
    async update(resource, before, patch) {
      const dated = shapeOf(resource).byColumn.has("updatedAt")
        ? { updatedAt: laterThan(before.updatedAt, now), ...patch }
        : patch;
      const done = await writer.update(resource, String(before._id), dated, guardOf(before));
      if (!done) throw changedMeanwhile(resource);
      const version = Number(before.version) + 1;
      written(resource, before._id, version);
      await log(resource, "update", before, difference(resource, before, patch));
      const after = { ...before, ...dated, version };
      made.note({ resource, before, after });
      return after;
    },
    async remove(resource, before) {
      const done = await writer.remove(resource, String(before._id), guardOf(before));
      if (!done) throw changedMeanwhile(resource);
      written(resource, before._id, undefined);
      made.note({ resource, before, after: null });
      await log(resource, "delete", before, { before: loggable(resource, before), after: null });
    },
    noteRemoval: (resource, before) => {
      written(resource, before._id, undefined);
      made.note({ resource, before, after: null });
      return log(resource, "delete", before, { before: loggable(resource, before), after: null });
    },
    removeNoted: async (resource, id) => {
      await writer.remove(resource, id, { projects: "all" });
      written(resource, id, undefined);
    },
    note: (resource, operation, about, what) =>
      log(resource, operation, { ...about }, { before: null, after: what }),
    versionOf: (resource, id) => versions.of(resource, id),
    collect: (isWanted) => made.collect(isWanted),
  };
}

function guardOf(before: Row) {
  return { projects: "all", version: Number(before.version) } as const;
}

/** Returns the error for a record whose version is no longer the one that was read. */
export function changedMeanwhile(resource: Resource): AppError {
  return new AppError(
    "precondition_failed",
    `This ${resource.name} changed after you read it. Read it again and repeat your change.`,
  );
}

/** Returns `now`, or a millisecond after a previous time that is not before it. */
export function laterThan(previous: JsonValue | undefined, now: string): string {
  if (typeof previous !== "string" || previous < now) return now;
  return new Date(Date.parse(previous) + 1).toISOString();
}

function entryOf(
  { context: { caller, requestId }, channel, now }: Change,
  entry: { resource: Resource; operation: string; row: Row; sides: Sides },
): Row {
  const owner =
    entry.operation === "delete" ? storyOwnerColumn(entry.resource, resourceAt) : undefined;
  return {
    _id: newId(),
    at: now,
    projectId: entry.row.projectId ?? null,
    resource: entry.resource.path,
    recordId: entry.row._id ?? null,
    operation: entry.operation,
    actorType: caller.type,
    actorId: caller.id,
    actorName: caller.name,
    channel,
    requestId,
    ...(owner !== undefined && { removedFrom: entry.row[owner] ?? null }),
    before: entry.sides.before,
    after: entry.sides.after,
    version: 1,
  };
}
