import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { computedColumn } from "@/components/resource/list/columns/computed-columns";
import { availableColumns } from "@/components/resource/list/columns/list-columns";
import { useOnScreen } from "@/components/resource/list/columns/on-screen";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/form/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { extraColumnOf } from "@/components/uptime/extra-column";
import { titleOf } from "@/components/words/field-title";
import { useProject } from "@/lib/client/project/project";
import type { GridProps } from "./grid-props";

/** Props of the settings of columns. */
export type ColumnSettingsProps = Pick<GridProps, "resource" | "layout" | "onLayout">;

/** The available columns, visible ones first and in their order. */
export function ColumnSettings({ resource, onLayout, ...props }: ColumnSettingsProps) {
  const layout = useOnScreen(props.layout);
  // The column whose check box was pressed. It moves to the other list, and the focus with it.
  const [pressed, setPressed] = useState<string>();
  const extra = extraColumnOf(useProject(), resource);
  const computed = computedColumn(resource);
  const all = [
    ...availableColumns(resource).map((column) => ({ name: column.name, title: titleOf(column) })),
    ...(extra && computed !== undefined ? [{ name: computed, title: extra.title }] : []),
  ];
  // A layout may name the computed column that this user may not read.
  const shown = layout.names.flatMap((one) => all.find(({ name }) => name === one) ?? []);
  const names = shown.map(({ name }) => name);
  const others = all.filter(({ name }) => !names.includes(name));
  const show = (chosen: readonly string[]) => onLayout({ columns: chosen });
  const turn = (name: string, chosen: readonly string[]) => {
    setPressed(name);
    show(chosen);
  };
  const move = (place: number, by: number) => {
    const name = names[place];
    if (name !== undefined) show(names.toSpliced(place, 1).toSpliced(place + by, 0, name));
  };
  return (
    <>
      <div className="min-h-0 overflow-y-auto p-3">
        <h3 className="pb-1 font-medium text-12 text-ink-muted">Shown</h3>
        <ul>
          {shown.map(({ name, title }, place) => (
            <Choice
              key={name}
              title={title}
              isShown
              isDisabled={layout.columns.length === 1 && name !== computed}
              autoFocus={name === pressed}
              onChange={() =>
                turn(
                  name,
                  names.filter((one) => one !== name),
                )
              }
              {...(place > 0 && { onUp: () => move(place, -1) })}
              {...(place < names.length - 1 && { onDown: () => move(place, 1) })}
            />
          ))}
        </ul>
        <h3 className="pt-3 pb-1 font-medium text-12 text-ink-muted">Hidden</h3>
        <ul>
          {others.map(({ name, title }) => (
            <Choice
              key={name}
              title={title}
              isShown={false}
              autoFocus={name === pressed}
              onChange={() => turn(name, [...names, name])}
            />
          ))}
        </ul>
      </div>
      <div className="flex items-center justify-between gap-2 border-line border-t p-2 pl-3">
        <Checkbox
          label="Dense rows"
          checked={layout.isDense}
          onChange={(event) => onLayout({ isDense: event.target.checked })}
        />
        <Button
          look="quiet"
          size="small"
          onPress={() => onLayout({ columns: [], widths: {}, pinned: [] })}
        >
          Reset
        </Button>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly isShown: boolean;
  readonly isDisabled?: boolean;
  readonly autoFocus: boolean;
  readonly onChange: () => void;
  readonly onUp?: () => void;
  readonly onDown?: () => void;
}

function Choice({ title, isShown, isDisabled, autoFocus, onChange, onUp, onDown }: ChoiceProps) {
  return (
    <li className="group flex h-8 items-center justify-between gap-2">
      <Checkbox
        label={title}
        className="min-w-0 truncate"
        checked={isShown}
        disabled={isDisabled}
        autoFocus={autoFocus}
        onChange={onChange}
      />
      {isShown && (
        <span className="flex">
          <IconButton
            label={`Move ${title} up`}
            // A move to an end of the list keeps the focus here.
            aria-disabled={!onUp}
            onPress={() => onUp?.()}
            className={moveLook}
          >
            <ArrowUp size={12} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${title} down`}
            aria-disabled={!onDown}
            onPress={() => onDown?.()}
            className={moveLook}
          >
            <ArrowDown size={12} aria-hidden />
          </IconButton>
        </span>
      )}
    </li>
  );
}

const moveLook = "size-6! aria-disabled:cursor-not-allowed aria-disabled:opacity-50";
