import { newRow } from "@/lib/operations/rows/new-row";
import type { MadeChange } from "@/lib/operations/transaction/made-changes";
import type { Transaction } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import { feedColumns } from "@/lib/schema/feed";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { shapeOf } from "@/lib/schema/shape";
import { type FeedNews, newsOf } from "./feed-news";
import { feedColor, feedText, type NamedValue, type NamedValues } from "./feed-texts";

/**
 * Writes an entry into the feed of each record for what these changes of one request mean to it.
 * Nothing is written for a record that was deleted with them, or with its project.
 */
export async function writeFeeds(tx: Transaction, made: readonly MadeChange[]): Promise<void> {
  const changes = merged(made);
  const deleted = new Set(changes.flatMap(({ before, after }) => (after ? [] : before?._id)));
  const news = changes
    .flatMap(newsOf)
    .filter(({ recordId, projectId }) => !deleted.has(recordId) && !deleted.has(projectId));
  if (news.length === 0) return;
  const values = await namedValues(tx, news);
  for (const one of news) {
    await tx.changes.create(
      one.entries,
      newRow(tx.context, one.entries, entryOf(tx, one, values), tx.now),
    );
  }
}

/** Joins the changes of each record to one, from the first state to the last. */
function merged(made: readonly MadeChange[]): readonly MadeChange[] {
  const byRecord = new Map<string, MadeChange>();
  for (const { resource, before, after } of made) {
    const key = `${resource.path} ${(after ?? before)?._id}`;
    byRecord.set(key, { resource, before: (byRecord.get(key) ?? { before }).before, after });
  }
  return [...byRecord.values()];
}

function entryOf({ context, now }: Transaction, news: FeedNews, values: NamedValues): Row {
  const { entries, feed, event, recordId, projectId, userId } = news;
  const { caller } = context;
  return {
    projectId,
    [relationColumn(entries, feed.of).name]: recordId,
    [feed.type]: feed.types[event] ?? event,
    [feedColumns.text]: feedText(news, values),
    [feedColumns.color]: feedColor(news, values),
    [feedColumns.userId]: userId ?? (caller.type === "user" ? caller.id : null),
    [feedColumns.postedAt]: now,
    [feedColumns.byRule]: true,
  };
}

/** Returns the names and colors of the values that news name, by one query for each kind. */
async function namedValues(tx: Transaction, news: readonly FeedNews[]): Promise<NamedValues> {
  const projects = [...new Set(news.map(({ projectId }) => String(projectId)))];
  const named = new Map<string, NamedValue>();
  for (const [resource, ids] of valuesIn(news)) {
    const label = labelColumn(resource)?.name ?? "_id";
    const columns = ["_id", label, "color"].filter((name) => shapeOf(resource).byColumn.has(name));
    const filter = { op: "in", column: "_id", values: [...ids] } as const;
    for (const row of await tx.writer.find(resource, { projects, columns, filter })) {
      const color = typeof row["color"] === "string" ? row["color"] : null;
      named.set(String(row._id), { name: String(row[label]), color });
    }
  }
  return named;
}

/** Returns the ids of the values, by their kind. */
function valuesIn(news: readonly FeedNews[]): ReadonlyMap<Resource, ReadonlySet<string>> {
  const found = new Map<Resource, Set<string>>();
  for (const { value } of news) {
    const resource = resourceAt(value?.column.field.to ?? "");
    if (!value || !resource) continue;
    const ids = found.get(resource) ?? new Set();
    for (const id of [value.before, value.after]) if (typeof id === "string") ids.add(id);
    found.set(resource, ids);
  }
  return found;
}
