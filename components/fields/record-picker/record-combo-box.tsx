import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useContext } from "react";
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components/ComboBox";
import { type FieldTexts, RequiredMark } from "@/components/ui/form/field-frame";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { classes, styles } from "@/components/ui/styles";
import type { Glyph } from "@/lib/schema/record/glyph";
import { RecordListItem } from "./record-list-item";
import type { RecordOption } from "./record-search";
import { useKeepOpen } from "./use-keep-open";
import { useRunAfterPress } from "./use-run-after-press";

type Props<M extends "single" | "multiple"> = FieldTexts &
  Pick<
    ComboBoxProps<RecordOption, M>,
    "selectionMode" | "value" | "onChange" | "onInputChange" | "onFocus" | "name" | "autoFocus"
  > & {
    /** Called when the user leaves the text without an option, before the text is reset. */
    readonly onSettle: () => void;
    readonly onBlur: () => void;
    readonly options: readonly RecordOption[];
    readonly placeholder: string;
    /** Color of the chosen record. */
    readonly color?: string | undefined;
    readonly glyph?: Glyph | undefined;
    readonly isPending: boolean;
    /** Reason why nothing can be found. */
    readonly refusal?: string | undefined;
    /** The last option, which creates a missing record. */
    readonly create?: Create;
  };

interface Create {
  readonly text: string;
  readonly onCreate: () => void;
}

/**
 * Field that finds records while the user types, and shows each as a list does. The list opens on
 * typing, an arrow key or a press. It stays closed when the user only passes through with Tab.
 * Enter or a press picks a record. Tab leaves the field with the picked record. A text that picks
 * none is passed to `onSettle`.
 */
export function RecordComboBox<M extends "single" | "multiple">(props: Props<M>) {
  const { label, description, error, describedBy, isRequired, options, ...more } = props;
  const { create, refusal, placeholder, color, glyph, isPending, onSettle, onBlur, ...rest } = more;
  const stayOpen = useKeepOpen();
  const runAfterPress = useRunAfterPress();
  return (
    <ComboBox<RecordOption, M>
      {...rest}
      {...(describedBy !== undefined && { "aria-describedby": describedBy })}
      items={
        create && !isPending ? [...options, { id: createOptionId, text: create.text }] : options
      }
      onOpenChange={stayOpen}
      onBlur={() =>
        runAfterPress(() => {
          onSettle();
          onBlur();
        })
      }
      allowsEmptyCollection
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="grid min-w-0 grid-cols-1 content-start gap-1"
    >
      <Label className={styles.label}>
        {label}
        {isRequired && <RequiredMark />}
      </Label>
      <span className="relative flex items-center">
        {color !== undefined && (
          <span className="pointer-events-none absolute left-2.5">
            <RecordMark color={color} glyph={glyph} />
          </span>
        )}
        <ComboBoxInput {...{ placeholder, onSettle }} hasDot={color !== undefined} />
        <Button className="absolute right-0 grid size-8 pointer-coarse:size-11 cursor-pointer place-items-center text-ink-muted">
          <ChevronDown size={14} aria-hidden />
        </Button>
      </span>
      {description !== undefined && (
        <Text slot="description" className={styles.help}>
          {description}
        </Text>
      )}
      {error !== undefined && (
        <Text slot="errorMessage" className={styles.error} aria-live="polite">
          {error}
        </Text>
      )}
      <Popover offset={4} className={classes(styles.floating, "w-(--trigger-width) min-w-64")}>
        <ListBox<RecordOption>
          dependencies={[create]}
          className="max-h-72 overflow-auto p-1 outline-none"
          renderEmptyState={() => (
            <EmptyMessage>{isPending ? "Searching…" : (refusal ?? "No matches")}</EmptyMessage>
          )}
        >
          {(option) =>
            create && option.id === createOptionId ? (
              <CreateOption {...create} />
            ) : (
              <RecordListItem option={option} />
            )
          }
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function ComboBoxInput(props: {
  readonly placeholder: string;
  readonly hasDot: boolean;
  readonly onSettle: () => void;
}) {
  const state = useContext(ComboBoxStateContext);
  // The combo box resets the text on Tab, and on an Enter that picks nothing. On Tab, it would pick
  // the focused option or undo a choice.
  const onLeave = ({ key }: KeyboardEvent) => {
    const isPick = state?.isOpen === true && state.selectionManager.focusedKey !== null;
    if (key === "Tab" || (key === "Enter" && !isPick)) props.onSettle();
    if (key === "Tab" && state?.isOpen) state.selectionManager.setFocusedKey(null);
  };
  // The combo box would pass the key on to the enclosing form once a record is chosen.
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !state?.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    state.close();
  };
  return (
    <Input
      onKeyDownCapture={(event) => {
        onLeave(event);
        onEscape(event);
      }}
      placeholder={props.placeholder}
      autoComplete="off"
      onClick={() => state?.isOpen || state?.open(null, "manual")}
      className={classes(
        styles.input,
        "h-8 pr-8 pointer-coarse:h-11 pointer-coarse:pr-11 pointer-coarse:text-16",
        props.hasDot && "pl-6.5",
      )}
    />
  );
}

/** Id of the option that creates a record. No record has it. */
const createOptionId = "create";

function CreateOption({ text, onCreate }: Create) {
  return (
    <ListBoxItem
      id={createOptionId}
      textValue={text}
      onAction={onCreate}
      className={classes(styles.option, "border-line border-t text-ink-muted")}
    >
      {text}
    </ListBoxItem>
  );
}

function EmptyMessage({ children }: { readonly children: ReactNode }) {
  return <p className="px-2 py-1.5 text-13 text-ink-muted">{children}</p>;
}
