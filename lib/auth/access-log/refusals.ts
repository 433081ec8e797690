import type { Store } from "@/lib/store/port/store";
import {
  addCounted,
  addToRest,
  type Counted,
  idOfRefusal,
  type Refusal,
  writeRefusals,
} from "./refusal-rows";

/**
 * Records a refusal in memory, so that a refused request costs no transaction. It is written within
 * 5 s. One row counts the refusals of the same account, key or address and hour.
 */
export function noteRefusal(store: Store, refusal: Refusal): void {
  const held = heldOf(store);
  hold(held.refusals, idOfRefusal(refusal), { ...refusal, count: 1 });
  held.timer ??= setTimeout(() => void flushQuietly(store), writtenWithinMs).unref();
}

/**
 * Writes recorded refusals, 200 rows per transaction, and lets other writes run in between. Call it
 * before closing the store. Resolves when earlier calls have written their rows too. Throws when a
 * write fails; unwritten refusals are kept.
 */
export async function flushRefusals(store: Store): Promise<void> {
  const held = heldOf(store);
  clearTimeout(held.timer);
  held.timer = undefined;
  const earlier = held.flush.catch(() => undefined);
  held.flush = earlier.then(() => flush(store, held));
  await held.flush;
}

async function flush(store: Store, held: Held): Promise<void> {
  const { refusals } = held;
  held.refusals = new Map();
  try {
    await writeRefusals(store, refusals);
  } catch (error) {
    for (const [id, counted] of held.refusals) hold(refusals, id, counted);
    held.refusals = refusals;
    throw error;
  }
}

const writtenWithinMs = 5_000;
const mostHeld = 10_000;

function hold(refusals: Map<string, Counted>, id: string, counted: Counted): void {
  if (refusals.has(id) || refusals.size < mostHeld) addCounted(refusals, id, counted);
  else addToRest(refusals, counted);
}

interface Held {
  refusals: Map<string, Counted>;
  timer: NodeJS.Timeout | undefined;
  /** The last flush. The next flush waits for it. */
  flush: Promise<void>;
}

const heldByStore = new WeakMap<Store, Held>();

function heldOf(store: Store): Held {
  const known = heldByStore.get(store);
  if (known) return known;
  const made = { refusals: new Map(), timer: undefined, flush: Promise.resolve() };
  heldByStore.set(store, made);
  return made;
}

/** If the database is away, refusals are kept and the next refusal tries again. */
async function flushQuietly(store: Store): Promise<void> {
  await flushRefusals(store).catch(() => undefined);
}
