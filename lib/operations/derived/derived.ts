import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { countNumbers, recountNumbers } from "./numbering";
import { appendToOrder, closeGaps, makeRoom, moveOthers, reposition } from "./ordering";
import { makeSlugs, remakeSlugs } from "./slug";

/** Fills what definitions say is made by the server: slugs, counted numbers and places in ordered lists. */
export async function deriveBeforeCreate(
  transaction: Transaction,
  resource: Resource,
  row: Draft,
): Promise<void> {
  await makeSlugs(transaction, resource, row);
  await countNumbers(transaction, resource, row);
  await appendToOrder(transaction, resource, row);
}

/** Moves the records down whose place a new one took. */
export async function settleAfterCreate(
  transaction: Transaction,
  resource: Resource,
  row: Row,
): Promise<void> {
  await makeRoom(transaction, resource, row);
}

/** Brings slugs, numbers and places in a patch into their final form. */
export async function deriveBeforeUpdate(
  transaction: Transaction,
  resource: Resource,
  before: Row,
  patch: Draft,
): Promise<void> {
  await remakeSlugs(transaction, resource, before, patch);
  await recountNumbers(transaction, resource, before, patch);
  await reposition(transaction, resource, before, patch);
}

/** Closes the gap a moved record left and makes room where it went. */
export async function settleAfterUpdate(
  transaction: Transaction,
  resource: Resource,
  before: Row,
  after: Row,
): Promise<void> {
  await moveOthers(transaction, resource, before, after);
}

/** Closes the gap a deleted record left. */
export async function settleAfterRemove(
  transaction: Transaction,
  resource: Resource,
  row: Row,
): Promise<void> {
  await closeGaps(transaction, resource, row);
}
