import type { AccessEvent } from "@/lib/resources/access-log";
import { accessLog } from "@/lib/resources/access-log";
import type { Store, Writer } from "@/lib/store/store";
import { type Access, idFrom, rowOf } from "./access-log";
import type { Device } from "./sessions";

type RefusalEvent = Extract<AccessEvent, `${string}_refused`>;

/** What was refused: to a known account or key, else to an address. */
export interface Refusal extends Pick<Access, "accountId" | "keyId" | "projectId" | "requestId"> {
  readonly event: RefusalEvent;
  readonly at: Date;
  readonly device: Device;
}

/**
 * Remembers a refusal and writes nothing: a refused request costs no transaction. It is written within 5 s, with the
 * others of the same account, key or address and hour in one row that counts them.
 */
export function noteRefusal(store: Store, refusal: Refusal): void {
  const held = heldOf(store);
  const id = idOf(refusal);
  const known = held.refusals.get(id);
  if (known) held.refusals.set(id, joined(known, refusal));
  else if (held.refusals.size < mostHeld) held.refusals.set(id, { ...refusal, count: 1 });
  else addToRest(held.refusals, refusal, 1);
  held.timer ??= setTimeout(() => void flushQuietly(store), writtenWithinMs).unref();
}

/** Writes what is remembered at once; call it before closing the store. Throws when the write fails. */
export async function flushRefusals(store: Store): Promise<void> {
  const held = heldOf(store);
  clearTimeout(held.timer);
  held.timer = undefined;
  const { refusals } = held;
  if (refusals.size === 0) return;
  held.refusals = new Map();
  try {
    await store.write((writer) => writeAll(writer, refusals));
  } catch (error) {
    for (const [id, counted] of held.refusals) add(refusals, id, counted);
    held.refusals = refusals;
    throw error;
  }
}

const writtenWithinMs = 5_000;
/** Rows of refusals that one day may add; what comes after is counted in one row for each event. */
const mostRowsADay = 10_000;
const mostHeld = 10_000;

type Counted = Refusal & { readonly count: number; readonly isRest?: boolean };

async function writeAll(writer: Writer, refusals: ReadonlyMap<string, Counted>): Promise<void> {
  const rest = new Map<string, Counted>();
  const rowsOfDay = new Map<string, number>();
  for (const [id, counted] of refusals) {
    if (await addToRow(writer, id, counted)) continue;
    const day = dayOf(counted.at);
    const rows = rowsOfDay.get(day) ?? (await rowsOn(writer, day));
    rowsOfDay.set(day, rows + 1);
    if (counted.isRest || rows < mostRowsADay) await insert(writer, id, counted);
    else addToRest(rest, counted, counted.count);
  }
  for (const [id, counted] of rest) {
    if (!(await addToRow(writer, id, counted))) await insert(writer, id, counted);
  }
}

/** Adds to the row of the same hour, which this or another process has written; false when there is none. */
async function addToRow(writer: Writer, id: string, counted: Counted): Promise<boolean> {
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

async function insert(writer: Writer, id: string, counted: Counted): Promise<void> {
  await writer.insert(accessLog, { _id: id, ...rowOf(counted) });
}

async function rowsOn(writer: Writer, day: string): Promise<number> {
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

const events: readonly RefusalEvent[] = ["sign_in_refused", "key_refused", "confirmation_refused"];

function joined(known: Counted, refusal: Refusal, count = 1): Counted {
  const { address, userAgent } = refusal.device;
  const device = {
    address: known.device.address === address ? address : several,
    userAgent: known.device.userAgent === userAgent ? userAgent : several,
  };
  return { ...known, device, count: known.count + count };
}

/** Stands for more than one address or device. */
const several = "several";

function add(refusals: Map<string, Counted>, id: string, counted: Counted): void {
  const known = refusals.get(id);
  refusals.set(id, known ? joined(known, counted, counted.count) : counted);
}

/** Counts a refusal beyond those that have a row of their own. */
function addToRest(refusals: Map<string, Counted>, { event, at }: Refusal, count: number): void {
  const device = { address: several, userAgent: restSays };
  const id = idFrom(`rest ${event} ${dayOf(at)}`);
  add(refusals, id, { event, at, device, count, isRest: true });
}

const restSays =
  "More than 10,000 rows of refusals in one day: the others are counted in this row.";

/** The same in every process, so that all add to one row. */
function idOf({ event, accountId, keyId, projectId, device, at }: Refusal): string {
  const who = accountId ?? keyId ?? device.address;
  return idFrom(`${event} ${who} ${projectId ?? ""} ${at.toISOString().slice(0, 13)}`);
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

interface Held {
  refusals: Map<string, Counted>;
  timer: NodeJS.Timeout | undefined;
}

const heldByStore = new WeakMap<Store, Held>();

function heldOf(store: Store): Held {
  const held = heldByStore.get(store) ?? { refusals: new Map(), timer: undefined };
  heldByStore.set(store, held);
  return held;
}

/** While the database is away the refusals are kept, and the next refusal tries again. */
async function flushQuietly(store: Store): Promise<void> {
  await flushRefusals(store).catch(() => undefined);
}
