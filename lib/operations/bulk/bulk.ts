import { type AppError, isAppError } from "@/lib/errors";
import { createRecord } from "@/lib/operations/record/create";
import { bindToBody, type Idempotency } from "@/lib/operations/record/idempotency";
import { removeRecord } from "@/lib/operations/record/remove";
import { updateRecord } from "@/lib/operations/record/update";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";

/** A record to update or delete; with `versions`, only in one of them. */
export interface BulkItem {
  readonly id: string;
  readonly versions?: readonly number[];
  readonly data?: JsonValue;
}

/** Result of one item: the new version, or the reason of its failure. */
export type BulkOutcome =
  | { readonly id: string; readonly version?: number; readonly record?: Row }
  | { readonly id: string | undefined; readonly refusal: unknown };

/**
 * Creates records one at a time, each like a single create in its own transaction. Returns the
 * result of each in the given order; never throws for an item. With an idempotency key, each
 * position in the list has its own key, so a repeated request continues where the first one ended.
 * If the key was used with another body, every item is refused with 409.
 */
export async function createMany(
  context: Context,
  resource: Resource,
  items: readonly (JsonValue | undefined)[],
  idempotency?: Idempotency,
): Promise<readonly BulkOutcome[]> {
  try {
    if (idempotency) await inTransaction(context, (tx) => bindToBody(tx, idempotency));
  } catch (refusal) {
    return items.map(() => ({ id: undefined, refusal }));
  }
  // One at a time, so that numbers and positions follow the given order.
  return eachOf({ context, items, most: 1, idOf: unnamed }, (current, data, place) =>
    outcomeOf(undefined, async () => {
      const own = idempotency && { ...idempotency, key: `${idempotency.key}#${place}` };
      const { record, version } = await createRecord(current, resource, data, own);
      return { id: String(record._id), version, record };
    }),
  );
}

/** Updates records, each like a single update. Returns the result of each in the given order. */
export async function updateMany(
  context: Context,
  resource: Resource,
  items: readonly BulkItem[],
): Promise<readonly BulkOutcome[]> {
  return eachOf({ context, items, most: atOnce, idOf: named }, (current, { id, versions, data }) =>
    outcomeOf(id, async () => {
      const { version } = await fromVersions(versions, (ifVersion) =>
        updateRecord(current, resource, id, data, ifVersion),
      );
      return { id, version };
    }),
  );
}

/** Deletes records, each like a single delete. Returns the result of each in the given order. */
export async function removeMany(
  context: Context,
  resource: Resource,
  items: readonly BulkItem[],
): Promise<readonly BulkOutcome[]> {
  return eachOf({ context, items, most: atOnce, idOf: named }, (current, { id, versions }) =>
    outcomeOf(id, async () => {
      await fromVersions(versions, (ifVersion) => removeRecord(current, resource, id, ifVersion));
      return { id };
    }),
  );
}

/**
 * Calls `write` with each version until one is the record's current version. Usually there is at
 * most one.
 */
export async function fromVersions<T>(
  versions: readonly number[] | undefined,
  write: (ifVersion: number | undefined) => Promise<T>,
): Promise<T> {
  const [first, ...others] = versions ?? [];
  let version = first;
  while (true) {
    try {
      return await write(version);
    } catch (error) {
      const next = others.shift();
      if (next === undefined || !isAppError(error) || error.code !== "precondition_failed")
        throw error;
      version = next;
    }
  }
}

const named = ({ id }: BulkItem) => id;
const unnamed = () => undefined;

/** Concurrent writes share one group commit. */
const atOnce = 16;

interface Bulk<T> {
  readonly context: Context;
  readonly items: readonly T[];
  /** Number of items in a group; a group is written concurrently. */
  readonly most: number;
  readonly idOf: (item: T) => string | undefined;
}

/**
 * Refreshes the caller before each group. If that fails or the database is unavailable, all untried
 * items fail with the same error.
 */
async function eachOf<T>(
  { context, items, most, idOf }: Bulk<T>,
  act: (current: Context, item: T, place: number) => Promise<BulkOutcome>,
): Promise<readonly BulkOutcome[]> {
  const results: BulkOutcome[] = [];
  const refuseRest = (refusal: unknown) => [
    ...results,
    ...items.slice(results.length).map((item) => ({ id: idOf(item), refusal })),
  ];
  // The in-memory database never waits for I/O, so the loop alone would block all other requests.
  const giveWay = yieldEvery();
  for (let start = 0; start < items.length; start += most) {
    await giveWay();
    let current: Context;
    try {
      current = (await context.lookUpAgain?.()) ?? context;
    } catch (refusal) {
      return refuseRest(refusal);
    }
    const some = items.slice(start, start + most);
    results.push(...(await Promise.all(some.map((item, at) => act(current, item, start + at)))));
    const refusal = unavailableIn(results.slice(start));
    if (refusal !== undefined) return refuseRest(refusal);
  }
  return results;
}

/** Returns the first `unavailable` error among the results, if any. */
export function unavailableIn(outcomes: readonly BulkOutcome[]): AppError | undefined {
  for (const outcome of outcomes) {
    if (!("refusal" in outcome)) continue;
    const { refusal } = outcome;
    if (isAppError(refusal) && refusal.code === "unavailable") return refusal;
  }
  return undefined;
}

/** Returns the error of an item as its result, so that the other items continue. */
async function outcomeOf(
  id: string | undefined,
  act: () => Promise<BulkOutcome>,
): Promise<BulkOutcome> {
  try {
    return await act();
  } catch (refusal) {
    return { id, refusal };
  }
}
