import { ArrowDown, ArrowUp, GripVertical, X } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import {
  type DroppableCollectionReorderEvent,
  useDragAndDrop,
} from "react-aria-components/useDragAndDrop";
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

/**
 * List of the chosen records. The order is changed by dragging (Enter on the handle for keyboards)
 * or by buttons.
 */
export function ReorderableRecords({ ids, options, onChange, label }: Props) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: (event) => onChange(reordered(ids, event)),
  });
  const items = ids.map((id) => options.find((one) => one.id === id) ?? { id, text: id });
  const move = (id: string, by: number) => {
    const at = ids.indexOf(id);
    const rest = ids.filter((one) => one !== id);
    onChange([...rest.slice(0, at + by), id, ...rest.slice(at + by)]);
  };
  return (
    <GridList
      aria-label={`${label}, in order`}
      items={items}
      dependencies={[ids]}
      dragAndDropHooks={dragAndDropHooks}
      keyboardNavigationBehavior="tab"
      className="rounded-sm border border-line"
    >
      {(item) => (
        <GridListItem
          id={item.id}
          textValue={item.text}
          className="flex min-h-8 items-center gap-1 border-line border-b text-13 outline-offset-[-2px] last:border-b-0 data-dragging:opacity-50"
        >
          <Button
            slot="drag"
            className="grid size-8 cursor-grab place-items-center rounded-sm text-ink-muted"
          >
            <GripVertical size={14} aria-hidden />
          </Button>
          <ReorderableRecord option={item} />
          <IconButton
            label={`Move ${bidiIsolate(item.text)} up`}
            isDisabled={ids[0] === item.id}
            onPress={() => move(item.id, -1)}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${bidiIsolate(item.text)} down`}
            isDisabled={ids.at(-1) === item.id}
            onPress={() => move(item.id, 1)}
          >
            <ArrowDown size={14} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${bidiIsolate(item.text)}`}
            onPress={() => onChange(ids.filter((one) => one !== item.id))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </GridListItem>
      )}
    </GridList>
  );
}

function ReorderableRecord({ option }: { readonly option: RecordOption }) {
  return (
    <>
      {option.color !== undefined && <RecordMark color={option.color} glyph={option.glyph} />}
      {option.number !== undefined && (
        <span className="shrink-0 text-12 text-ink-muted tabular-nums">{option.number}</span>
      )}
      <span className="min-w-0 flex-1 truncate">{option.text}</span>
    </>
  );
}

function reordered(
  ids: readonly string[],
  { keys, target }: DroppableCollectionReorderEvent,
): readonly string[] {
  const moved = ids.filter((id) => keys.has(id));
  const rest = ids.filter((id) => !keys.has(id));
  const at = rest.indexOf(String(target.key)) + (target.dropPosition === "after" ? 1 : 0);
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}
