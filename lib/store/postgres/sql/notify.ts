import type { Topic } from "@/lib/store/port/topic";

/** Expression for the channel of a deployment, of which a database may hold several. */
const channel = "'tocsin_' || hashtext(current_schema())";

/** Query of the channel, for LISTEN. */
export const channelQuery = `select ${channel} as channel`;

/** Expression that tells the listeners of all processes a topic when the transaction commits. */
export function notifyOf(topic: Topic): string {
  return `pg_notify(${channel}, '${topic}')`;
}

const announcement = "announcement ";

/** Query that announces its parameter to all processes. */
export const announceQuery = `select pg_notify(${channel}, '${announcement}' || $1)`;

/** Returns the announced text of a notification; undefined for that of a commit. */
export function announcedIn(payload: string | undefined): string | undefined {
  return payload?.startsWith(announcement) ? payload.slice(announcement.length) : undefined;
}

/** Returns the topics that a notification names; all for one of another version. */
export function topicsOf(payload: string | undefined): readonly Topic[] {
  return payload === "changes" || payload === "jobs" ? [payload] : ["changes", "jobs"];
}
