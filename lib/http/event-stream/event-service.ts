import { RecentChanges } from "@/lib/events/recent-changes";
import type { Store } from "@/lib/store/port/store";
import { EventTokens } from "./event-tokens";
import { StreamLimits } from "./stream-limits";

/** The parts that all streams of events share. One per handler, because it counts them. */
export interface EventService {
  readonly recent: RecentChanges;
  readonly limits: StreamLimits;
  tokens(): Promise<EventTokens>;
}

export function eventService(store: Store, secret: () => Promise<string>): EventService {
  return {
    recent: new RecentChanges(store),
    limits: new StreamLimits(),
    tokens: async () => new EventTokens(await secret()),
  };
}
