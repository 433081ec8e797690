import { type AppError, isAppError } from "@/lib/errors";
import type { Incoming } from "@/lib/import/rows/incoming-row";
import { type Import, storeTally } from "@/lib/import/state/progress";
import {
  afterPage,
  type Issue,
  type Reached,
  type Tally,
  withCounted,
  withIssue,
} from "@/lib/import/state/tally";
import { raiseCounters } from "@/lib/operations/derived/numbering";
import { timelineOf } from "@/lib/operations/rules/timeline/timeline-of";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { user } from "@/lib/resources/settings/user";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { freeSlugs } from "./free-slugs";
import { heldBack } from "./kept-timelines";
import { showPerson } from "./show-person";

/** A page of records to store. */
export interface Page {
  readonly one: Import;
  readonly step: string;
  readonly resource: Resource;
  readonly records: readonly Incoming[];
  /** The values of the tally after the page, besides the results of its records. */
  readonly reached: Reached;
}

/**
 * Stores a page and its tally in one transaction, and returns the tally. Records that are there
 * already stay as they are. If the tables refuse one, each is stored in a transaction of its own, and
 * the tally is stored with each.
 */
export async function writePage(context: Context, page: Page, before: Tally): Promise<Tally> {
  const records = uncounted(page, before);
  try {
    return await inTransaction(context, (tx) => store(tx, page, records, before, true));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  let tally = before;
  for (const record of records) {
    // The position stays before the page, which a later run reads again.
    const so = withCounted(tally, record.id, page.reached.position);
    try {
      tally = await inTransaction(context, (tx) => store(tx, page, [record], so, false));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      tally = refused(so, record.id, error.detail);
    }
  }
  return await inTransaction(context, (tx) => store(tx, page, [], tally, true));
}

/** Returns the records that are not counted yet. Those that are were stored or refused then. */
function uncounted({ records }: Page, { counted }: Tally): readonly Incoming[] {
  const known = new Set(counted.ids);
  return records.filter(({ id }) => !known.has(id));
}

function isRefusal(error: unknown): error is AppError {
  return isAppError(error) && (error.code === "conflict" || error.code === "validation");
}

/** `isWhole`: the page ends with these records, so the position moves. */
async function store(
  tx: Transaction,
  page: Page,
  records: readonly Incoming[],
  before: Tally,
  isWhole: boolean,
): Promise<Tally> {
  const found = await lookedAt(tx, page, records, before);
  const { free, changed } = await freeSlugs(tx, page.resource, found.rows);
  for (const row of free) {
    await tx.changes.create(page.resource, row);
    await showIfPerson(tx, page, row);
  }
  await raiseCounters(tx.writer, page.resource, free);
  let tally = changed.reduce((so, id) => noted(so, id, slugChanged), found.tally);
  tally = { ...tally, taken: tally.taken + free.length };
  const ids = page.records.map(({ id }) => id);
  if (isWhole) tally = afterPage(tally, ids, page.reached);
  await storeTally(tx.writer, page.one, page.step, tally);
  return tally;
}

/** Returns the rows to create, and the tally with all other records. */
async function lookedAt(
  tx: Transaction,
  page: Page,
  records: readonly Incoming[],
  before: Tally,
): Promise<{ readonly rows: readonly Row[]; readonly tally: Tally }> {
  const { one, resource } = page;
  let tally = before;
  const rows: Row[] = [];
  const there = await storedRecords(tx, resource, records);
  const held = await heldBack(tx.writer, one, resource, newRows(records, there));
  for (const record of records) {
    const { id } = record;
    const isTwice = rows.some(({ _id }) => _id === id);
    const at = there.get(id);
    if ("refused" in record) tally = refused(tally, id, record.refused);
    else if (isTwice) tally = refused(tally, id, "the source sent it twice");
    else if (held.has(id)) tally = refused(tally, id, heldWords(resource));
    else if (at === undefined) {
      rows.push(record.row);
      tally = record.leftOut.reduce((so, one) => noted(so, id, { what: "value", ...one }), tally);
    } else {
      tally = withPresent(page, tally, record.row, at);
      await showIfPerson(tx, page, record.row);
    }
  }
  return { rows, tally };
}

const slugChanged = {
  what: "changed",
  column: "slug",
  why: "another record here has this slug, so it got an end of its own",
} as const;

function heldWords(events: Resource): string {
  return `its ${timelineOf(events).owner.name.toLowerCase()} was here before this import, with a timeline that stays as it is`;
}

/** Returns the records that are stored under these ids, by id. */
async function storedRecords(
  { writer }: Transaction,
  resource: Resource,
  records: readonly Incoming[],
): Promise<ReadonlyMap<string, Row>> {
  if (records.length === 0) return new Map();
  const hasProject = resource.scope !== "people";
  const rows = await writer.find(resource, {
    projects: "all",
    filter: { op: "in", column: "_id", values: records.map(({ id }) => id) },
    columns: ["_id", "updatedAt", ...(hasProject ? ["projectId"] : [])],
    includeDeleted: true,
  });
  return new Map(rows.map((row) => [String(row._id), row]));
}

function newRows(records: readonly Incoming[], there: ReadonlyMap<string, Row>): readonly Row[] {
  return records.flatMap((one) => ("row" in one && !there.has(one.id) ? [one.row] : []));
}

function isOurs({ one, resource }: Page, { projectId }: Row): boolean {
  return resource.scope === "people" || projectId === one.projectId;
}

/** Counts a record that was there, and whether it changed since in the source or here. */
function withPresent(page: Page, tally: Tally, { _id, updatedAt }: Row, own: Row): Tally {
  if (!isOurs(page, own)) {
    return refused(tally, String(_id), "its id belongs to a record of another project here");
  }
  const [there, here] = [String(updatedAt), String(own.updatedAt)];
  return {
    ...tally,
    present: tally.present + 1,
    changedThere: tally.changedThere + (there > here ? 1 : 0),
    changedHere: tally.changedHere + (there < here ? 1 : 0),
  };
}

async function showIfPerson(tx: Transaction, { resource, one }: Page, row: Row): Promise<void> {
  if (resource === user) await showPerson(tx, one.projectId, row);
}

function refused(tally: Tally, id: string, why: string): Tally {
  return { ...noted(tally, id, { what: "record", why }), refused: tally.refused + 1 };
}

function noted(tally: Tally, id: string, about: Pick<Issue, "what" | "column" | "why">): Tally {
  return { ...tally, issues: withIssue(tally.issues, about, id) };
}
