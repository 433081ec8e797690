import { deriveBeforeCreate, deriveBeforeUpdate } from "@/lib/operations/derived/derived";
import { closeGaps, makeRoom, moveOthers } from "@/lib/operations/derived/ordering";
import { isInFeeds } from "@/lib/operations/feeds/feed-news";
import { writeFeeds } from "@/lib/operations/feeds/write-feeds";
import { rulesOf } from "@/lib/operations/rules";
import { together } from "@/lib/operations/transaction/together";
import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import type { Projects } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { removeWithDependents } from "./cascade";
import { checkReferences } from "./references";
import { checkProject } from "./register-project";

/**
 * The effects of a request that changes one record, in their order. A new effect is an entry here.
 *
 * `before` completes or refuses the change. `write` goes through `Transaction.changes`: the store
 * writes the row under its version, its links, counters and search text, then the change log gets
 * its entry. `after` changes other records. Last, feeds get entries about all of these changes.
 * Changes of `before` and `after`, and the entries, are logged as `rule`. All run in one transaction.
 */
interface Effects<Asked, Done> {
  readonly before: readonly Effect<Asked>[];
  readonly write: (tx: Transaction, asked: Asked) => Promise<Done>;
  readonly after: readonly Effect<Done>[];
}

type Effect<T> = (tx: Transaction, change: T) => Promise<void> | undefined;

interface OnRow {
  readonly resource: Resource;
  readonly row: Row;
}

interface Created extends OnRow {
  /** The server made the record's id. */
  readonly hasNewId: boolean;
}

interface Creation {
  readonly resource: Resource;
  readonly row: Draft;
  readonly hasNewId: boolean;
  /** The projects where the caller may create. */
  readonly projects: Projects;
}

export const creation: Effects<Creation, Created> = {
  before: [
    (tx, { resource, projects, row }) =>
      together([checkProject(tx, projects, row), checkReferences(tx, resource, row)]),
    (tx, { resource, row }) => rulesOf(resource.path).beforeCreate?.(tx, row),
    (tx, { resource, row }) => deriveBeforeCreate(tx, resource, row),
  ],
  write: async (tx, { resource, row, hasNewId }) => {
    await tx.changes.create(resource, row);
    return { resource, row, hasNewId };
  },
  after: [
    (tx, { resource, row }) => makeRoom(tx, resource, row),
    (tx, { resource, row, hasNewId }) => rulesOf(resource.path).afterCreate?.(tx, row, hasNewId),
  ],
};

interface Update {
  readonly resource: Resource;
  readonly before: Row;
  readonly patch: Draft;
  readonly sent: Row;
}

interface Updated {
  readonly resource: Resource;
  readonly before: Row;
  readonly after: Row;
}

export const updating: Effects<Update, Updated> = {
  before: [
    (tx, { resource, before: { projectId = null }, patch }) =>
      checkReferences(tx, resource, { projectId, ...patch }),
    (tx, { resource, before, patch, sent }) =>
      rulesOf(resource.path).beforeUpdate?.(tx, before, patch, sent),
    (tx, { resource, before, patch }) => deriveBeforeUpdate(tx, resource, before, patch),
  ],
  write: async (tx, { resource, before, patch }) => {
    const after = await tx.changes.update(resource, before, patch);
    return { resource, before, after };
  },
  after: [
    (tx, { resource, before, after }) => moveOthers(tx, resource, before, after),
    (tx, { resource, before, after }) => rulesOf(resource.path).afterUpdate?.(tx, before, after),
  ],
};

export const removal: Effects<OnRow, OnRow> = {
  before: [(tx, { resource, row }) => rulesOf(resource.path).beforeRemove?.(tx, row)],
  write: async (tx, { resource, row }) => {
    await removeWithDependents(tx, resource, row);
    return { resource, row };
  },
  after: [
    (tx, { resource, row }) => closeGaps(tx, resource, [row]),
    (tx, { resource, row }) => rulesOf(resource.path).afterRemove?.(tx, row),
  ],
};

/** Makes a change with its effects, and returns what was written. */
export async function withEffects<Asked, Done>(
  tx: Transaction,
  { before, write, after }: Effects<Asked, Done>,
  asked: Asked,
): Promise<Done> {
  const byRule = tx.as("rule");
  const made = tx.changes.collect(isInFeeds);
  for (const effect of before) await effect(byRule, asked);
  const done = await write(tx, asked);
  for (const effect of after) await effect(byRule, done);
  await writeFeeds(byRule, made());
  return done;
}
