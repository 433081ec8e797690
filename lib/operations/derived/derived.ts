import { together } from "@/lib/operations/transaction/together";
import type { Draft, Transaction } from "@/lib/operations/transaction/transaction";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { countNumbers, recountNumbers } from "./numbering";
import { appendToOrder, reposition } from "./ordering";
import { makeSlugs, remakeSlugs } from "./slug";

/** Fills the server's columns: slugs, counted numbers and positions in ordered lists. */
export async function deriveBeforeCreate(
  transaction: Transaction,
  resource: Resource,
  row: Draft,
): Promise<void> {
  await together([
    makeSlugs(transaction, resource, row),
    countNumbers(transaction, resource, row),
    appendToOrder(transaction, resource, row),
  ]);
}

/** Normalizes slugs, numbers and positions in a patch. */
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
