import { type AppError, isAppError } from "@/lib/errors";
import { createRecord } from "@/lib/operations/record/create";
import type { Idempotency } from "@/lib/operations/record/idempotency";
import { removeRecord } from "@/lib/operations/record/remove";
import { updateRecord } from "@/lib/operations/record/update";
import type { Context } from "@/lib/operations/transaction/context";
import { currentContext } from "@/lib/operations/transaction/current-context";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { yieldEvery } from "@/lib/store/concurrency/yield-every";

/** A record to be changed or deleted; with `versions`, only while it has one of them. */
export interface BulkItem {
  readonly id: string;
  readonly versions?: readonly number[];
  readonly data?: JsonValue;
}

/** What became of one item: the version it then has, or why it was left as it was. */
export type BulkOutcome =
  | { readonly id: string; readonly version?: number; readonly record?: Row }
  | { readonly id: string | undefined; readonly refusal: unknown };

/**
 * Creates records one after the other, each in a transaction of its own with all that a create checks and does.
 * Answers what became of each in the order given; never throws for one of them. With an idempotency key each place in
 * the list has one of its own, so that a list sent again goes on where it ended.
 */
export async function createMany(
  context: Context,
  resource: Resource,
  items: readonly (JsonValue | undefined)[],
  idempotency?: Idempotency,
): Promise<readonly BulkOutcome[]> {
  // In turn, so that what is counted and what is ordered comes in the order given.
  return eachOf({ context, items, most: 1, idOf: unnamed }, (current, data, place) =>
    outcomeOf(undefined, async () => {
      const own = idempotency && { ...idempotency, key: `${idempotency.key}#${place}` };
      const { record, version } = await createRecord(current, resource, data, own);
      return { id: String(record._id), version, record };
    }),
  );
}

/** Changes records, each as one update would. Answers what became of each in the order given. */
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

/** Deletes records, each as one delete would. Answers what became of each in the order given. */
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

/** Writes from the first of the versions that is the record's; mostly there is one at most. */
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

/** Writes that wait together share the wait for the disk. */
const atOnce = 16;

interface Bulk<T> {
  readonly context: Context;
  readonly items: readonly T[];
  /** The number of items in a group: they are written at once. */
  readonly most: number;
  readonly idOf: (item: T) => string | undefined;
}

/**
 * Looks the caller up again before each group. When that fails, or the database is gone, the same error refuses all
 * items that were not tried.
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
  // The database in memory answers without a wait: the loop alone would hold up all other requests.
  const giveWay = yieldEvery();
  for (let start = 0; start < items.length; start += most) {
    await giveWay();
    let current: Context;
    try {
      current = await currentContext(context);
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

/** The refusal that says that nothing can be written now, if one does. */
export function unavailableIn(outcomes: readonly BulkOutcome[]): AppError | undefined {
  for (const outcome of outcomes) {
    if (!("refusal" in outcome)) continue;
    const { refusal } = outcome;
    if (isAppError(refusal) && refusal.code === "unavailable") return refusal;
  }
  return undefined;
}

/** The others go on whatever went wrong with this one. */
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
