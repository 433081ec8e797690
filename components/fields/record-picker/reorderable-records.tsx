import { X } from "lucide-react";
import { ReorderableList } from "@/components/ordering/reorderable-list";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { IconButton } from "@/components/ui/icon-button";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import type { RecordOption } from "./record-search";

interface Props {
  readonly ids: readonly string[];
  readonly options: readonly RecordOption[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly label: string;
}

/** List of the chosen records, in an order that the user can change. */
export function ReorderableRecords({ ids, options, onChange, label }: Props) {
  const items = ids.map(
    (id): RecordOption => options.find((one) => one.id === id) ?? { id, text: id },
  );
  return (
    <ReorderableList
      label={`${label}, in order`}
      items={items}
      onReorder={onChange}
      actions={({ id, text }) => (
        <IconButton
          label={`Remove ${bidiIsolate(text)}`}
          onPress={() => onChange(ids.filter((one) => one !== id))}
        >
          <X size={14} aria-hidden />
        </IconButton>
      )}
    >
      {(item) => (
        <>
          {item.color !== undefined && <RecordMark color={item.color} glyph={item.glyph} />}
          {item.number !== undefined && (
            <span className="shrink-0 text-12 text-ink-muted tabular-nums">{item.number}</span>
          )}
          <span className="min-w-0 flex-1 truncate">{item.text}</span>
        </>
      )}
    </ReorderableList>
  );
}
