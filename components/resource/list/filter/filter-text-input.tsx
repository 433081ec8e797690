import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { classes, styles } from "@/components/ui/styles";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import type { Vocabulary } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import { type Completion, useCompletions } from "./use-completions";

interface Props {
  readonly resource: Resource;
  readonly vocabulary: Vocabulary;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isInvalid: boolean;
  /** The id of the text that explains it. */
  readonly describedBy: string;
  readonly autoFocus: boolean;
  /** Called for Escape while no completions are shown. */
  readonly onEscape: () => void;
}

const none = -1;

/**
 * The line in which a filter is typed. It completes names of fields and values: arrows mark one,
 * Enter and Tab take it, Escape hides them.
 */
export function FilterTextInput(props: Props) {
  const { resource, vocabulary, text, onChange } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(text.length);
  const [isWanted, setWanted] = useState(false);
  const [marked, setMarked] = useState(none);
  const completions = useCompletions(resource, vocabulary, { text, caret, isWanted });
  const chosen = completions[marked];
  const caretAfter = useRef<number>(undefined);
  // The browser moves its caret to the end of a text that is set.
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return;
    input.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = undefined;
  });
  const type = (next: string, at: number, isOpen: boolean) => {
    onChange(next);
    setCaret(at);
    setWanted(isOpen);
    setMarked(none);
  };
  const accept = ({ from, to, insert, isName }: Completion) => {
    caretAfter.current = from + insert.length;
    type(text.slice(0, from) + insert + text.slice(to), from + insert.length, isName);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = (by: 1 | -1) => {
      setWanted(true);
      setMarked(moved(marked, by, completions.length));
    };
    const acts: Readonly<Record<Action, () => void>> = {
      accept: () => chosen && accept(chosen),
      hide: () => setWanted(false),
      leave: props.onEscape,
      next: () => move(1),
      previous: () => move(-1),
    };
    const action = actionOf(event.key, { chosen, isShown: completions.length > 0 });
    if (action === undefined) return;
    event.preventDefault();
    acts[action]();
  };
  return (
    <div className="relative min-w-60 flex-1">
      <input
        ref={input}
        role="combobox"
        aria-label="Filter as text"
        aria-autocomplete="list"
        aria-expanded={completions.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${marked}`}
        aria-invalid={props.isInvalid ? true : undefined}
        aria-describedby={props.describedBy}
        value={text}
        onChange={({ target }) =>
          type(target.value, target.selectionStart ?? target.value.length, true)
        }
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? text.length)}
        onBlur={() => setWanted(false)}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: the user opened the editor to type here.
        autoFocus={props.autoFocus}
        spellCheck={false}
        autoComplete="off"
        placeholder="severity:critical state!=resolved declared>-7d"
        className={classes(styles.input, "h-8 w-full font-mono pointer-coarse:h-11")}
      />
      <Completions {...{ id, completions, marked }} onAccept={accept} />
    </div>
  );
}

type Action = "accept" | "hide" | "leave" | "next" | "previous";

interface Shown {
  readonly chosen: Completion | undefined;
  readonly isShown: boolean;
}

function actionOf(key: string, { chosen, isShown }: Shown): Action | undefined {
  if (key === "Escape") return isShown ? "hide" : "leave";
  if (key === "ArrowDown") return "next";
  if (key === "ArrowUp" && isShown) return "previous";
  return chosen && (key === "Enter" || key === "Tab") ? "accept" : undefined;
}

/** Moves a mark within `count` lines and the field itself, around the ends. */
function moved(marked: number, by: 1 | -1, count: number): number {
  const places = count + 1;
  return ((marked + 1 + by + places) % places) - 1;
}

interface CompletionsProps {
  readonly id: string;
  readonly completions: readonly Completion[];
  readonly marked: number;
  readonly onAccept: (completion: Completion) => void;
}

function Completions({ id, completions, marked, onAccept }: CompletionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Completions"
      hidden={completions.length === 0}
      className={classes(
        styles.floating,
        "absolute top-full left-0 z-30 mt-1 max-h-72 w-max min-w-60 max-w-[90vw] overflow-y-auto p-1",
      )}
    >
      {completions.map((completion, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
        <div
          key={completion.insert}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === marked}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(completion)}
          className="flex cursor-default items-center gap-4 rounded-sm px-2 py-1 text-13 hover:bg-surface-sunken aria-selected:bg-accent-soft pointer-coarse:min-h-11"
        >
          <span className="min-w-0 flex-1 truncate font-mono text-ink-strong">
            {bidiIsolate(completion.label)}
          </span>
          {completion.aside !== undefined && (
            <span className="shrink-0 text-12 text-ink-muted">{completion.aside}</span>
          )}
        </div>
      ))}
    </div>
  );
}
