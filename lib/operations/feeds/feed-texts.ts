import { resourceAt } from "@/lib/resources";
import type { FeedEvent } from "@/lib/schema/feed";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { FeedNews } from "./feed-news";

/** The name and the color of a state, status or severity. */
export interface NamedValue {
  readonly name: string;
  readonly color: string | null;
}

/** The values that news name, by id. */
export type NamedValues = ReadonlyMap<string, NamedValue>;

/**
 * Returns the Markdown text of an entry. It names states, statuses and severities. It repeats no text
 * and no name of another record, because those have permissions of their own.
 */
export function feedText(news: FeedNews, values: NamedValues): string {
  const text = texts[news.event];
  return typeof text === "string" ? text : text(news, values);
}

/** Returns the color of an entry: that of the new value. */
export function feedColor({ value }: FeedNews, values: NamedValues): string {
  return values.get(String(value?.after))?.color ?? neutral;
}

const neutral = "#64748b";

type Text = string | ((news: FeedNews, values: NamedValues) => string);

const texts: Readonly<Record<FeedEvent, Text>> = {
  valueSet: valueText,
  severitySet: valueText,
  privateNote: "A private note was posted.",
  publicNote: "A public note was posted.",
  userAdded: "A user became owner.",
  userRemoved: "A user is no longer owner.",
  teamAdded: "A team became owner.",
  teamRemoved: "A team is no longer owner.",
  roleTaken: "A user took a role.",
  roleLeft: "A user left a role.",
  memberAdded: (news) => `${memberOf(news)} was added.`,
  memberRemoved: (news) => `${memberOf(news)} was removed.`,
  groupJoined: (news) => `The ${recordOf(news).name.toLowerCase()} joined an episode.`,
  groupLeft: (news) => `The ${recordOf(news).name.toLowerCase()} left its episode.`,
};

function valueText({ value }: FeedNews, values: NamedValues): string {
  const title = (value?.column.field.title ?? "Value").toLowerCase();
  const [from, to] = [values.get(String(value?.before)), values.get(String(value?.after))];
  return [
    `The ${title} changed`,
    ...(from ? [`from **${escaped(from.name)}**`] : []),
    ...(to ? [`to **${escaped(to.name)}**`] : []),
  ]
    .join(" ")
    .concat(".");
}

function memberOf(news: FeedNews): string {
  const name = resourceAt(recordOf(news).lifecycle?.members?.path ?? "")?.name ?? "Record";
  return `An ${name.toLowerCase()}`;
}

function recordOf({ entries, feed }: FeedNews): Resource {
  const record = resourceAt(relationColumn(entries, feed.of).field.to ?? "");
  if (!record) throw new Error(`${entries.path}.${feed.of} refers to no resource.`);
  return record;
}

/** Returns a name as Markdown that shows it as it is. */
function escaped(name: string): string {
  return name.replace(/[\\`*_[\]<>~|]/g, "\\$&");
}
