import { useRequest } from "@/components/errors/use-request";
import type { Selection } from "@/components/resource/list/state/use-selection";
import { Button } from "@/components/ui/button";
import { type RecordSnapshot, snapshotRecords } from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";

interface Ask {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly wholeNow: () => JsonObject;
}

/** State of selecting the whole list. */
type SelectingAll = ReturnType<typeof useSelectAll>;

/**
 * Selects all records of the list by id. Later actions apply to this snapshot. Clearing the
 * selection cancels a pending request.
 */
export function useSelectAll({ resource, selection, wholeNow }: Ask) {
  const { send, isPending } = useRequest({ failed: "Selection failed", onError: "toast" });
  const selectAll = () => {
    const before = selection.ids;
    const add = (all: readonly RecordSnapshot[]) =>
      selection.add(
        all.map(({ record }) => String(record._id)),
        before,
      );
    void send(() => snapshotRecords(resource, wholeNow()), add);
  };
  return { isPending, selectAll };
}

interface Props {
  readonly selecting: SelectingAll;
  readonly selected: number;
  readonly total: number;
}

/**
 * Offers to select the records beyond the page. Absent if the list exceeds the limit of one bulk
 * action.
 */
export function SelectAll({ selecting, selected, total }: Props) {
  if (total <= selected || total > most) return null;
  return (
    <Button size="small" look="quiet" isPending={selecting.isPending} onPress={selecting.selectAll}>
      Select all {total.toLocaleString("en")}
    </Button>
  );
}

const most = 10_000;
