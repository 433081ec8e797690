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
  /** One of the user's pages that show the record. */
  readonly pageId: string;
  readonly mode: "viewing" | "editing" | "left";
}

/** A page that is not heard of for this time is closed, in milliseconds. */
const presentMs = 45_000;
/** Interval in which a process tells the others, in milliseconds. */
const gatherMs = 1_000;
/** A notification of PostgreSQL has at most 7,999 bytes. */
const mostTold = 30;
/** Beyond this number, the pages heard of longest ago are forgotten. */
const mostKept = 20_000;
/** The same for the pages of one user at one record. */
const mostPages = 10;

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
    this.#untold.set(`${placeOf(arrival)} ${pageOf(arrival)}`, arrival);
  }

  /**
   * Returns the users at a record, the earliest first. A user with several pages edits if one of the
   * pages does.
   */
  at(record: Pick<Arrival, "resource" | "recordId">): readonly Present[] {
    const now = Date.now();
    const users = new Map<string, Present>();
    for (const { userId, mode, since, until } of this.#heard.get(placeOf(record))?.values() ?? []) {
      if (until <= now) continue;
      const other = users.get(userId);
      users.set(userId, {
        userId,
        mode: other?.mode === "editing" ? "editing" : mode,
        since: Math.min(since, other?.since ?? since),
      });
    }
    return [...users.values()].sort((a, b) => a.since - b.since);
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
    const pages = this.#heard.get(place) ?? new Map<string, Heard>();
    const { userId, mode } = arrival;
    const page = pageOf(arrival);
    const known = pages.get(page);
    const before = pages.size;
    // Set anew, so that the record heard of longest ago comes first.
    this.#heard.delete(place);
    pages.delete(page);
    if (mode !== "left") {
      const now = Date.now();
      forgetPages(pages, userId, now);
      const since = known && known.until > now ? known.since : now;
      pages.set(page, { userId, mode, since, until: now + presentMs });
    }
    this.#count += pages.size - before;
    if (pages.size > 0) this.#heard.set(place, pages);
    this.#forgetOld();
  }

  /** Removes the records that nobody is at. The map begins with the one heard of longest ago. */
  #forgetOld(): void {
    const now = Date.now();
    for (const [place, pages] of this.#heard) {
      const isLeft = [...pages.values()].every(({ until }) => until <= now);
      if (!isLeft && this.#count <= mostKept) return;
      this.#heard.delete(place);
      this.#count -= pages.size;
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

function pageOf({ userId, pageId }: Arrival): string {
  return `${userId} ${pageId}`;
}

/** Makes room for one more page of a user at a record. The pages begin with the oldest. */
function forgetPages(pages: Map<string, Heard>, userId: string, now: number): void {
  const own = [...pages].filter(([, one]) => one.userId === userId);
  const spare = own.length - mostPages + 1;
  for (const [place, [page, { until }]] of own.entries())
    if (place < spare || until <= now) pages.delete(page);
}

const announced = z.array(
  z.object({
    ...{ resource: z.string(), recordId: z.string(), userId: z.string() },
    // Processes of earlier versions name no page.
    pageId: z.string().default(""),
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
