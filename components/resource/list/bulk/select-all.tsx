"use client";

import { notifyFailure } from "@/components/errors/notify-failure";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { Button } from "@/components/ui/button";
import { snapshotRecords } from "@/lib/client/saving/bulk";
import { useMutationOnce } from "@/lib/client/saving/mutation-once";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

interface Ask {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly wholeNow: () => JsonObject;
}

/** Selecting all that a list holds. */
export interface SelectingAll {
  readonly isPending: boolean;
  readonly selectAll: () => void;
}

/**
 * Selects all that the list holds, by id: what is acted on later is what was counted now. Once nothing is selected any
 * more, what was on its way is dropped.
 */
export function useSelectAll({ resource, selection, wholeNow }: Ask): SelectingAll {
  const { mutate, isPending } = useMutationOnce({
    mutationFn: () => snapshotRecords(resource, wholeNow()),
  });
  const selectAll = () => {
    const before = selection.ids;
    mutate(undefined, {
      onSuccess: (all) =>
        selection.add(
          all.map(({ record }) => String(record._id)),
          before,
        ),
      onError: (error) => notifyFailure("Not selected", error),
    });
  };
  return { isPending, selectAll };
}

interface Props {
  readonly selecting: SelectingAll;
  readonly selected: number;
  readonly total: number;
}

/** Offers to select what the list holds beyond its page; absent where that is more than can be acted on at once. */
export function SelectAll({ selecting, selected, total }: Props) {
  if (total <= selected || total > most) return null;
  return (
    <Button size="small" look="quiet" isPending={selecting.isPending} onPress={selecting.selectAll}>
      Select all {total.toLocaleString("en")}
    </Button>
  );
}

const most = 10_000;
