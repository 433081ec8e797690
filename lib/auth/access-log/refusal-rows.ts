import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Device } from "@/lib/auth/sessions/session";
import { type AccessEvent, accessLog } from "@/lib/resources/system/access-log";
import type { RecordWriter, Store } from "@/lib/store/port/store";
import { type AccessLogEntry, idFrom, rowOf } from "./access-log";

type RefusalEvent = Extract<AccessEvent, `${string}_refused`>;

/** A refusal to a known account, key or visitor of a status page, else to an address. */
export interface Refusal
  extends Pick<AccessLogEntry, "accountId" | "keyId" | "projectId" | "requestId">,
    Pick<AccessLogEntry, "statusPageId" | "visitorId"> {
  readonly event: RefusalEvent;
  readonly at: Date;
  readonly device: Device;
}

/** Refusals of one account, key, visitor or address in one hour. */
export type Counted = Refusal & { readonly count: number; readonly isRest?: boolean };

/** Rows per transaction. Other writes then wait some milliseconds at most. */
const slice = 200;
/** Limit on rows of refusals per day. Further refusals are counted in one row per event. */
const mostRowsADay = 10_000;

/**
 * Writes refusals to the access log, `slice` rows per transaction, and removes written ones from
 * `refusals`. Throws when a write fails; the rest is then not written.
 */
export async function writeRefusals(store: Store, refusals: Map<string, Counted>): Promise<void> {
  let rowsOfDay: ReadonlyMap<string, number> = new Map();
  while (refusals.size > 0) {
    const some = [...refusals].slice(0, slice);
    const known = rowsOfDay;
    rowsOfDay = await store.write((writer) => writeSlice(writer, some, known));
    for (const [id] of some) refusals.delete(id);
    // Lets queued writes run before the next slice.
    await letOthersRun();
  }
}

/** Returns the number of refusal rows per day: `known`, plus those this slice adds. */
async function writeSlice(
  writer: RecordWriter,
  some: readonly (readonly [string, Counted])[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const rest = new Map<string, Counted>();
  const rowsOfDay = new Map(known);
  for (const [id, counted] of some) {
    if (await addToRow(writer, id, counted)) continue;
    const day = dayOf(counted.at);
    const rows = rowsOfDay.get(day) ?? (await rowsOn(writer, day));
    rowsOfDay.set(day, rows + 1);
    if (counted.isRest || rows < mostRowsADay) await insert(writer, id, counted);
    else addToRest(rest, counted);
  }
  for (const [id, counted] of rest) {
    if (!(await addToRow(writer, id, counted))) await insert(writer, id, counted);
  }
  return rowsOfDay;
}

/** Adds to the row of the same hour, written by any process. Returns false if there is none. */
async function addToRow(writer: RecordWriter, id: string, counted: Counted): Promise<boolean> {
  const [row] = await writer.find(accessLog, {
    projects: "all",
    filter: { op: "eq", column: "_id", value: id },
    columns: ["count", "address", "device"],
    limit: 1,
  });
  if (!row) return false;
  const { address, device } = rowOf(counted);
  const patch = {
    count: Number(row["count"]) + counted.count,
    ...(row["address"] !== address && { address: several }),
    ...(row["device"] !== device && { device: several }),
  };
  return await writer.update(accessLog, id, patch, { projects: "all" });
}

async function insert(writer: RecordWriter, id: string, counted: Counted): Promise<void> {
  await writer.insert(accessLog, { _id: id, ...rowOf(counted) });
}

async function rowsOn(writer: RecordWriter, day: string): Promise<number> {
  return await writer.count(accessLog, {
    projects: "all",
    filter: {
      op: "and",
      filters: [
        { op: "in", column: "event", values: [...events] },
        { op: "gte", column: "at", value: `${day}T00:00:00.000Z` },
        { op: "lte", column: "at", value: `${day}T23:59:59.999Z` },
      ],
    },
  });
}

const events: readonly RefusalEvent[] = [
  ...(["sign_in_refused", "key_refused", "confirmation_refused"] as const),
  "visitor_sign_in_refused",
];

/** Adds refusals to those with the same id. */
export function addCounted(refusals: Map<string, Counted>, id: string, counted: Counted): void {
  const known = refusals.get(id);
  refusals.set(id, known ? joined(known, counted) : counted);
}

function joined(known: Counted, { device, count }: Counted): Counted {
  const { address, userAgent } = device;
  const shared = {
    address: known.device.address === address ? address : several,
    userAgent: known.device.userAgent === userAgent ? userAgent : several,
  };
  return { ...known, device: shared, count: known.count + count };
}

/** Replaces an address or device if there is more than one. */
const several = "several";

/** Counts refusals beyond those with a row of their own. */
export function addToRest(refusals: Map<string, Counted>, { event, at, count }: Counted): void {
  const device = { address: several, userAgent: restSays };
  const id = idFrom(`rest ${event} ${dayOf(at)}`);
  addCounted(refusals, id, { event, at, device, count, isRest: true });
}

const restSays =
  "More than 10,000 rows of refusals in one day: the others are counted in this row.";

/** Returns the same id in every process, so that all processes add to one row. */
export function idOfRefusal(refusal: Refusal): string {
  const { event, accountId, keyId, visitorId, statusPageId, projectId, device, at } = refusal;
  const subject = accountId ?? keyId ?? visitorId ?? device.address;
  const place = statusPageId ?? projectId ?? "";
  return idFrom(`${event} ${subject} ${place} ${at.toISOString().slice(0, 13)}`);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
