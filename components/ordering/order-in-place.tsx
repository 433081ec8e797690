import { PartError } from "@/components/errors/part-error";
import { mergeLabelRequests, useRecordLabels } from "@/components/fields/record-labels";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { Skeleton } from "@/components/ui/skeleton";
import { labelKey } from "@/lib/client/queries/labels";
import { ReorderableList } from "./reorderable-list";
import { type OrderedSet, useOrder } from "./use-order";

interface Props {
  /** Names the list, such as "Incident severities". */
  readonly title: string;
  readonly set: OrderedSet;
}

/** The records of a set in their order, which the user changes by dragging or by buttons. */
export function OrderInPlace({ title, set }: Props) {
  const { records, isRead, readError, readAgain, reorder, nameOf, mayMove } = useOrder(set);
  const { path } = set.resource;
  const labels = useRecordLabels(mergeLabelRequests({ [path]: records.map(({ id }) => id) }));
  if (readError) return <PartError what={title} error={readError} onRetry={readAgain} />;
  if (!isRead) return <Skeleton className="my-3 w-1/2" />;
  const items = records.map((one) => {
    const label = labels.get(labelKey(path, one.id));
    const isKnown = label !== undefined && label !== "missing";
    return { id: one.id, text: nameOf(one), mark: isKnown ? label : undefined };
  });
  if (items.length === 0) return <p className="py-2 text-13 text-ink-muted">None</p>;
  return (
    <ReorderableList
      label={`${title}, in order`}
      items={items}
      isMovable={mayMove && items.length > 1}
      onReorder={reorder}
    >
      {({ text, mark }) => (
        <span className="flex min-w-0 flex-1 items-center gap-1.5 pl-2">
          {mark?.color && <RecordMark color={mark.color} glyph={mark.glyph} />}
          <span className="min-w-0 truncate">{text}</span>
        </span>
      )}
    </ReorderableList>
  );
}
