import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { countNumbers, recountNumbers } from "./derived/numbering";
import { closeGaps, makeRoom, moveOthers, placeAgain, placeLast } from "./derived/ordering";
import { makeSlugs, remakeSlugs } from "./derived/slug";
import type { Draft, Moment } from "./rules/rules";

/** Fills what definitions say is made by the server: slugs, counted numbers and places in ordered lists. */
export async function deriveBeforeCreate(
  moment: Moment,
  resource: Resource,
  row: Draft,
): Promise<void> {
  await makeSlugs(moment, resource, row);
  await countNumbers(moment, resource, row);
  await placeLast(moment, resource, row);
}

/** Moves the records down whose place a new one took. */
export async function settleAfterCreate(
  moment: Moment,
  resource: Resource,
  row: Row,
): Promise<void> {
  await makeRoom(moment, resource, row);
}

/** Brings slugs, numbers and places in a patch into their final form. */
export async function deriveBeforeUpdate(
  moment: Moment,
  resource: Resource,
  before: Row,
  patch: Draft,
): Promise<void> {
  await remakeSlugs(moment, resource, before, patch);
  await recountNumbers(moment, resource, before, patch);
  await placeAgain(moment, resource, before, patch);
}

/** Closes the gap a moved record left and makes room where it went. */
export async function settleAfterUpdate(
  moment: Moment,
  resource: Resource,
  before: Row,
  after: Row,
): Promise<void> {
  await moveOthers(moment, resource, before, after);
}

/** Closes the gap a deleted record left. */
export async function settleAfterRemove(
  moment: Moment,
  resource: Resource,
  row: Row,
): Promise<void> {
  await closeGaps(moment, resource, row);
}
