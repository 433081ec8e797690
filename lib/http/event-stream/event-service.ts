import { LogPosition } from "@/lib/events/log-position";
import { Presence } from "@/lib/events/presence";
import { RecentChanges } from "@/lib/events/recent-changes";
import type { Store } from "@/lib/store/port/store";
import { EventTokens } from "./event-tokens";
import { SentIds } from "./sent-ids";
import { StreamLimits } from "./stream-limits";

/** The parts that all streams of events share. One per handler, because it counts them. */
export interface EventService {
  readonly recent: RecentChanges;
  readonly limits: StreamLimits;
  readonly presence: Presence;
  readonly sentIds: SentIds;
  tokens(): Promise<EventTokens>;
  /** Returns the id at which a stream misses nothing that a read after this call does not show. */
  changeToken(): Promise<string>;
  /** Returns the same without waiting; undefined if it must be read. */
  knownToken(): string | undefined;
}

export function eventService(store: Store, secret: () => Promise<string>): EventService {
  const position = new LogPosition(store);
  let known: { readonly secret: string; readonly tokens: EventTokens } | undefined;
  const tokens = async () => {
    const current = await secret();
    if (known?.secret !== current) known = { secret: current, tokens: new EventTokens(current) };
    return known.tokens;
  };
  let last = { position: -1, token: "" };
  return {
    recent: new RecentChanges(store),
    limits: new StreamLimits(),
    presence: new Presence(store),
    sentIds: new SentIds(),
    tokens,
    knownToken: () => (position.known() === last.position ? last.token : undefined),
    changeToken: async () => {
      const now = await position.before();
      if (now !== last.position) last = { position: now, token: (await tokens()).tokenOf(now) };
      return last.token;
    },
  };
}
