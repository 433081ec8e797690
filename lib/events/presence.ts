import { z } from "zod";
import type { Store } from "@/lib/store/port/store";

/** A user at a record. */
export interface Present {
  readonly userId: string;
  readonly mode: "viewing" | "editing";
  /** When the user came to the record, in milliseconds since 1970. */
  readonly since: number;
}

/** A record, and what a user does there. */
export interface Arrival {
  readonly resource: string;
  readonly recordId: string;
  readonly userId: string;
  readonly mode: "viewing" | "editing" | "left";
}

/** A user who is not heard of for this time has left, in milliseconds. */
const presentMs = 45_000;
/** Interval in which a process tells the others, in milliseconds. */
const gatherMs = 1_000;
/** A notification of PostgreSQL has at most 7,999 bytes. */
const mostTold = 40;
/** Beyond this number, the users heard of longest ago are forgotten. */
const mostKept = 20_000;

interface Heard extends Present {
  readonly until: number;
}

/**
 * The users who view or edit a record, in memory. Processes tell each other once a second, outside
 * of writes. Nothing is stored: after a restart the users are known again within 20 seconds.
 */
export class Presence {
  readonly #store: Store;
  readonly #heard = new Map<string, Map<string, Heard>>();
  #untold = new Map<string, Arrival>();
  #isListening = false;
  #count = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Takes what a user does at a record, and tells the other processes. */
  arrive(arrival: Arrival): void {
    this.#listen();
    this.#hear(arrival);
    if (this.#untold.size === 0) setTimeout(() => void this.#tell(), gatherMs).unref();
    this.#untold.set(`${placeOf(arrival)} ${arrival.userId}`, arrival);
  }

  /** Returns the users at a record, the earliest first. */
  at(record: Pick<Arrival, "resource" | "recordId">): readonly Present[] {
    const now = Date.now();
    const users = [...(this.#heard.get(placeOf(record))?.values() ?? [])];
    return users.filter(({ until }) => until > now).sort((a, b) => a.since - b.since);
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#store.onAnnouncement((text) => {
      for (const arrival of arrivalsIn(text)) this.#hear(arrival);
    });
  }

  #hear(arrival: Arrival): void {
    const place = placeOf(arrival);
    const users = this.#heard.get(place) ?? new Map<string, Heard>();
    const { userId, mode } = arrival;
    const known = users.get(userId);
    if (known) this.#count -= 1;
    // Set anew, so that the record heard of longest ago comes first.
    this.#heard.delete(place);
    users.delete(userId);
    if (mode !== "left") {
      const now = Date.now();
      const since = known && known.until > now ? known.since : now;
      users.set(userId, { userId, mode, since, until: now + presentMs });
      this.#count += 1;
    }
    if (users.size > 0) this.#heard.set(place, users);
    this.#forgetOld();
  }

  /** Removes the records that nobody is at. The map begins with the one heard of longest ago. */
  #forgetOld(): void {
    const now = Date.now();
    for (const [place, users] of this.#heard) {
      const isLeft = [...users.values()].every(({ until }) => until <= now);
      if (!isLeft && this.#count <= mostKept) return;
      this.#heard.delete(place);
      this.#count -= users.size;
    }
  }

  async #tell(): Promise<void> {
    const arrivals = [...this.#untold.values()];
    this.#untold = new Map();
    for (let at = 0; at < arrivals.length; at += mostTold) {
      const text = JSON.stringify(arrivals.slice(at, at + mostTold));
      // Another announcement follows within 20 seconds.
      await this.#store.announce(text).catch(() => undefined);
    }
  }
}

function placeOf({ resource, recordId }: Pick<Arrival, "resource" | "recordId">): string {
  return `${resource}/${recordId}`;
}

const announced = z.array(
  z.object({
    ...{ resource: z.string(), recordId: z.string(), userId: z.string() },
    mode: z.enum(["viewing", "editing", "left"]),
  }),
);

/** A process of another version may announce in another form. */
function arrivalsIn(text: string): readonly Arrival[] {
  try {
    return announced.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
