import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { IconButton } from "@/components/ui/icon-button";
import { classes } from "@/components/ui/styles";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { movedId, reordered } from "./reordered";

/** An item of a list in order. */
export interface OrderedItem {
  readonly id: string;
  /** Name of the item, for screen readers. */
  readonly text: string;
}

interface Props<Item extends OrderedItem> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Called with all ids in their new order, and the one that was moved. */
  readonly onReorder: (ids: readonly string[], moved: string) => void;
  /** False shows the items without their handles. */
  readonly isMovable?: boolean;
  /** Content of an item before its buttons. */
  readonly children: (item: Item, place: number) => ReactNode;
  /** Further buttons of an item. */
  readonly actions?: (item: Item) => ReactNode;
  readonly className?: string;
}

/**
 * List whose order is changed by dragging (Enter on the handle for keyboards) or by buttons.
 *
 * @example <ReorderableList label="Rules" items={rules} onReorder={save}>{(rule) => rule.text}</ReorderableList>
 */
export function ReorderableList<Item extends OrderedItem>(props: Props<Item>) {
  const { label, items, onReorder, isMovable = true, children, actions, className } = props;
  const ids = items.map(({ id }) => id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: (event) => onReorder(reordered(ids, event), String([...event.keys][0])),
  });
  const places = new Map(ids.map((id, place) => [id, place]));
  return (
    <GridList
      aria-label={label}
      items={items}
      dependencies={[items, children, actions]}
      {...(isMovable && { dragAndDropHooks })}
      keyboardNavigationBehavior="tab"
      // Letters that are typed into fields of an item would move the focus.
      disallowTypeAhead
      className={classes("min-w-0 rounded-sm border border-line", className)}
    >
      {(item) => (
        <GridListItem
          id={item.id}
          textValue={item.text}
          className="flex min-h-8 min-w-0 items-center gap-1 border-line border-b text-13 outline-offset-[-2px] last:border-b-0 data-dragging:opacity-50"
        >
          {isMovable && (
            <Button
              slot="drag"
              className="grid size-8 shrink-0 cursor-grab place-items-center rounded-sm text-ink-muted pointer-coarse:size-11"
            >
              <GripVertical size={14} aria-hidden />
            </Button>
          )}
          {children(item, places.get(item.id) ?? 0)}
          {isMovable && (
            <MoveButtons
              item={item}
              isFirst={ids[0] === item.id}
              isLast={ids.at(-1) === item.id}
              onMove={(by) => onReorder(movedId(ids, item.id, by), item.id)}
            />
          )}
          {actions?.(item)}
        </GridListItem>
      )}
    </GridList>
  );
}

interface MoveProps {
  readonly item: OrderedItem;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: number) => void;
}

function MoveButtons({ item, isFirst, isLast, onMove }: MoveProps) {
  const name = bidiIsolate(item.text);
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        // A move to an end of the list keeps the focus here.
        aria-disabled={isFirst}
        onPress={() => onMove(-1)}
      >
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton label={`Move ${name} down`} aria-disabled={isLast} onPress={() => onMove(1)}>
        <ArrowDown size={14} aria-hidden />
      </IconButton>
    </>
  );
}
