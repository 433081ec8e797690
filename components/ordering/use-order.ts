import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notifyFailure, notifyResult } from "@/components/errors/notify-failure";
import { notify } from "@/components/ui/toast/toast";
import { mayUse, useProject } from "@/lib/client/project/project";
import { keys, snapshotRecords } from "@/lib/client/queries/queries";
import { refreshAll, updateRecord } from "@/lib/client/saving/mutations";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { nextMove, type PlacedRecord, renumbering } from "./next-move";

/** Records that have an order among themselves. */
export interface OrderedSet {
  readonly resource: Resource;
  /** The column of their position. */
  readonly column: string;
  readonly query: JsonObject;
  /** Columns to read besides name and position. */
  readonly select?: readonly string[];
}

/** An order that the user made, and the record that they moved. */
interface Wanted {
  readonly ids: readonly string[];
  readonly moved: string;
}

interface OrderedRecord extends PlacedRecord {
  readonly record: Row;
  readonly etag: string;
}

/** Query of the records of a set in their order, with their versions. */
function orderedQuery({ resource, column, query, select = [] }: OrderedSet) {
  const names = [column, labelColumn(resource)?.name ?? "_id", ...select];
  return queryOptions({
    queryKey: [...keys.of(resource), "ordered", query, names] as const,
    queryFn: async ({ signal }) => {
      const wanted = Object.fromEntries(names.map((name) => [name, true]));
      const found = await snapshotRecords(resource, query, wanted, { signal });
      return found.map((one) => placed(one.record, one.etag, column)).sort(byOrder);
    },
  });
}

function placed(record: Row, etag: string, column: string): OrderedRecord {
  const order = record[column];
  return { id: String(record._id), order: typeof order === "number" ? order : null, record, etag };
}

function byOrder(one: OrderedRecord, other: OrderedRecord): number {
  const last = Number.POSITIVE_INFINITY;
  return (one.order ?? last) - (other.order ?? last) || (one.id < other.id ? -1 : 1);
}

/**
 * Returns records in their order, and the function that changes it. The new order is shown at once.
 * A move is one write of the version that the user saw; a refusal or a conflict puts the records
 * back and says so. Moves that the user makes meanwhile follow one after the other.
 */
export function useOrder(set: OrderedSet) {
  const { resource, column } = set;
  const client = useQueryClient();
  const context = useProject();
  const query = orderedQuery(set);
  const { data: read, error, refetch } = useQuery(query);
  const data = read ?? none;
  const [wanted, setWanted] = useState<readonly string[]>();
  /** The moves that are not saved yet. The first one is under way. */
  const queue = useRef<readonly Wanted[]>([]);

  const nameOf = ({ record }: OrderedRecord) =>
    String(record[labelColumn(resource)?.name ?? ""] ?? resource.name);

  const put = (id: string, order: number, etag?: string) =>
    updateRecord(resource, { id, data: { [column]: order }, etag });

  const offerUndo = (moved: OrderedRecord, etag: string | undefined) => {
    const undo = async () => {
      await put(moved.id, moved.order ?? 1, etag);
      return { title: "Change undone" };
    };
    const name = nameOf(moved);
    const onPress = () =>
      void notifyResult(undo, `${name} not moved back`).then(() => refreshAll(client));
    notify({ title: `${name} moved`, action: { label: "Undo", onPress } });
  };

  /** Takes one step towards an order, if it is not the present one. */
  const step = async (records: readonly OrderedRecord[], { ids, moved: id }: Wanted) => {
    const all = renumbering(records, ids);
    for (const one of all ?? []) await put(one.id, one.order);
    const move = all ? undefined : nextMove(records, ids, id);
    const moved = records.find((one) => one.id === move?.id);
    if (move && moved) offerUndo(moved, await put(move.id, move.order, moved.etag));
  };

  const follow = async () => {
    let records = data;
    try {
      for (let [now] = queue.current; now; [now] = queue.current) {
        await step(records, now);
        // A pending read may have begun before the move.
        await client.cancelQueries({ queryKey: query.queryKey, exact: true });
        records = await client.fetchQuery({ ...query, staleTime: 0 });
        queue.current = queue.current.slice(1);
      }
    } catch (failure) {
      queue.current = [];
      setWanted(undefined);
      notifyFailure("Order not changed", failure);
    }
    await refreshAll(client);
    // A move that was made during the read shows its own order.
    if (queue.current.length === 0) setWanted(undefined);
  };

  const reorder = (ids: readonly string[], moved: string) => {
    const isUnderWay = queue.current.length > 0;
    queue.current = [...queue.current, { ids, moved }];
    setWanted(ids);
    if (!isUnderWay) void follow();
  };

  const shown = wanted ? wanted.flatMap((id) => data.find((one) => one.id === id) ?? []) : data;
  return {
    ...{ reorder, nameOf },
    isRead: read !== undefined,
    readError: read ? null : error,
    readAgain: () => void refetch(),
    records: shown,
    mayMove: mayUse(context, resource, "update"),
  };
}

const none: readonly OrderedRecord[] = [];
