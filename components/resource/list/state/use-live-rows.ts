import { hashKey, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ListState } from "@/components/resource/list/query/use-list";
import { useLatest } from "@/lib/client/device/use-latest";
import { type LiveChange, onLiveChanges } from "@/lib/client/live/live-changes";
import { leaveInPlace } from "@/lib/client/live/refresh-changed";
import {
  findRows,
  keys,
  type ListPage,
  type ListRequest,
  withIds,
} from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

/** Changes by others that the list does not show yet. */
export interface ListNews {
  readonly created: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Other changes may have been missed. */
  readonly isUnsure: boolean;
}

const noNews: ListNews = { created: new Set(), deleted: new Set(), isUnsure: false };

/**
 * Keeps the rows of a list current without moving any: rows on screen change in place, and records
 * that were created or deleted become news. While `isHeld`, because rows are selected or edited,
 * nothing changes. Changes wait for a pending read of the list, which may have begun before them.
 * Returns the news, which a read of the list clears.
 */
export function useLiveRows(resource: Resource, list: ListState, isHeld: boolean): ListNews {
  const client = useQueryClient();
  const { asked, wholeNow, readAt, isFetching } = list;
  const isWaiting = isHeld || isFetching;
  const hash = hashKey(keys.list(resource, asked));
  const of = `${hash} ${readAt}`;
  const [told, setTold] = useState({ of, news: noNews });
  const waiting = useRef(newChanges());
  const applying = useRef<string>(undefined);
  const apply = async () => {
    // One at a time, because the first of two reads of a row may arrive last.
    if (isWaiting || applying.current === hash || isNone(waiting.current)) return;
    const taken = waiting.current;
    waiting.current = newChanges();
    applying.current = hash;
    const found = await applyChanges({ client, resource, asked, query: wholeNow() }, taken);
    if (applying.current === hash) applying.current = undefined;
    if (found) {
      // The list is read when it is opened again, because only this page knows the news.
      const queryKey = keys.list(resource, asked);
      void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
      // News of another page or of an earlier read are not shown.
      setTold((before) => ({ of, news: merged(before.of === of ? before.news : noNews, found) }));
    }
    void latest.current();
  };
  const latest = useLatest(apply);
  // The stream of changes is outside of React.
  useEffect(() => {
    waiting.current = newChanges();
    const leave = leaveInPlace(hash);
    const stop = onLiveChanges((changes) => {
      gather(waiting.current, resource, changes);
      void latest.current();
    });
    return () => {
      leave();
      stop();
    };
  }, [resource, hash, latest]);
  // Continues after the selection, the edit or the read.
  useEffect(() => {
    if (!isWaiting) void latest.current();
  }, [isWaiting, latest]);
  return told.of === of && !isHeld ? told.news : noNews;
}

/** Ids of changed records that are not applied yet. */
interface Changes {
  readonly updated: Set<string>;
  readonly created: Set<string>;
  readonly deleted: Set<string>;
  isUnsure: boolean;
}

function newChanges(): Changes {
  return { updated: new Set(), created: new Set(), deleted: new Set(), isUnsure: false };
}

function isNone({ updated, created, deleted, isUnsure }: Changes): boolean {
  return updated.size + created.size + deleted.size === 0 && !isUnsure;
}

function gather(into: Changes, { path }: Resource, changes: readonly LiveChange[] | "reset"): void {
  if (changes === "reset") {
    into.isUnsure = true;
    return;
  }
  for (const { resource, recordId, operation } of changes) {
    if (resource !== path) continue;
    if (operation === "delete") into.created.delete(recordId);
    into[`${operation}d`].add(recordId);
  }
}

interface Shown {
  readonly client: QueryClient;
  readonly resource: Resource;
  readonly asked: ListRequest;
  /** The query of the whole list at this time. */
  readonly query: JsonObject;
}

/** Changes the rows on screen, and returns the news; undefined without any. */
async function applyChanges(shown: Shown, changes: Changes): Promise<ListNews | undefined> {
  const { client, resource, asked, query } = shown;
  const page = client.getQueryData<ListPage>(keys.list(resource, asked));
  if (!page) return undefined;
  const onScreen = new Set(page.data.map(({ _id }) => String(_id)));
  const deleted = new Set([...changes.deleted].filter((id) => onScreen.has(id)));
  // A record that was created and changed in one interval may be on screen as it was created.
  const changed = changes.isUnsure ? onScreen : [...changes.updated, ...changes.created];
  const updated = [...changed].filter((id) => onScreen.has(id) && !deleted.has(id));
  const made = [...changes.created].filter((id) => !onScreen.has(id)).slice(0, mostRead);
  try {
    const [created, gone] = await Promise.all([
      made.length === 0 ? [] : matching(resource, query, made),
      updated.length === 0 ? [] : readInPlace(shown, updated),
    ]);
    // The event of a deletion may have been missed.
    if (changes.isUnsure) for (const id of gone) deleted.add(id);
    const isNews = created.length + deleted.size > 0 || changes.isUnsure;
    return isNews ? { created: new Set(created), deleted, isUnsure: changes.isUnsure } : undefined;
  } catch {
    // The next read of the list shows the error, if it persists.
    return { ...noNews, deleted, isUnsure: true };
  }
}

const mostRead = 100;

async function matching(resource: Resource, query: JsonObject, ids: readonly string[]) {
  const among = { _and: [query, withIds(ids)] };
  const found = await findRows(resource, { select: { _id: true }, query: among, limit: mostRead });
  return found.map(({ _id }) => String(_id));
}

/**
 * Reads rows of the page and sets them in place, unless the page was read or changed meanwhile. The
 * page stays as old and as stale as it was. Returns the ids of rows that are not there.
 */
async function readInPlace(
  { client, resource, asked }: Shown,
  ids: readonly string[],
): Promise<string[]> {
  const { select = {} } = asked;
  const queryKey = keys.list(resource, asked);
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  const read = await findRows(resource, { select, query: withIds(ids), limit: ids.length });
  const byId = new Map(read.map((row) => [row._id, row]));
  const now = client.getQueryState(queryKey);
  if (now !== undefined && now.dataUpdatedAt === updatedAt) {
    const set = (held: ListPage | undefined) =>
      held && { ...held, data: held.data.map((row) => byId.get(row._id) ?? row) };
    client.setQueryData<ListPage>(queryKey, set, { updatedAt });
    // New data is not stale to the cache, but the page may lack records.
    if (now.isInvalidated) {
      void client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
    }
  }
  return ids.filter((id) => !byId.has(id));
}

function merged(one: ListNews, other: ListNews): ListNews {
  return {
    created: new Set([...one.created, ...other.created].filter((id) => !other.deleted.has(id))),
    deleted: new Set([...one.deleted, ...other.deleted]),
    isUnsure: one.isUnsure || other.isUnsure,
  };
}
