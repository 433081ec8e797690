import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Input, SearchField } from "react-aria-components/SearchField";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { KeyboardKey } from "@/components/ui/keyboard-key";
import { Dialog } from "@/components/ui/overlay/dialog";
import { classes, styles } from "@/components/ui/styles";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { explain } from "@/lib/client/http/problem";
import { useProject } from "@/lib/client/project/project";
import { searchQuery } from "@/lib/client/queries/service";
import type { Command, Section } from "./command";
import { paletteShown } from "./open-palette";
import { useFirstHighlighted } from "./use-first-highlighted";
import { useSections } from "./use-sections";

interface Props {
  /** Search text at the start. */
  readonly first: string;
  readonly onKeys: () => void;
  /** Closes the palette, then runs the chosen command. */
  readonly onClose: (andThen?: () => void) => void;
}

/**
 * Finds records of the project by name, number, slug, e-mail, description, custom field or a pasted
 * id or link, then actions and pages. Arrows choose, Enter opens. The focus stays in the field.
 */
export function PaletteContent({ first, onKeys, onClose }: Props) {
  const { project } = useProject();
  const [text, setText] = useState(first);
  // Keys typed on the page were buffered until now.
  useEffect(() => paletteShown((typed) => setText((before) => before + typed)), []);
  const { data, error, isFetching, isPlaceholderData } = useQuery(searchQuery(project._id, text));
  const hits = text.trim() === "" ? [] : (data ?? []);
  const sections = useSections(text, hits, onKeys);
  const commands = new Map(sections.flatMap((one) => one.commands.map((it) => [it.id, it])));
  // The dialog and its field are rendered later than this component.
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const marking = useFirstHighlighted(field, text, commands.keys().next().value);
  const run = (id: string) => onClose(commands.get(id)?.run);
  const wantFirst = useOpenFirstResult(text, isPlaceholderData ? undefined : hits[0]?._id, run);
  return (
    <Dialog onClose={() => onClose()} title="Find" width="wide" at="top">
      <div>
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField aria-label="Find records and pages" autoFocus>
            <Input
              ref={setField}
              placeholder="Search by name, number, e-mail, id or link, or type a command"
              onKeyDownCapture={(event) => {
                marking.noteKey(event);
                if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                event.stopPropagation();
                event.preventDefault();
                const chosen = marking.chosen();
                const isOlder = isPlaceholderData && hits.some(({ _id }) => _id === chosen);
                if (isOlder) wantFirst();
                else if (chosen !== undefined) run(chosen);
              }}
              className={classes(
                styles.input,
                "h-9 text-14 pointer-coarse:text-16 [&::-webkit-search-cancel-button]:hidden",
              )}
            />
          </SearchField>
          <ListBox
            aria-label="Results"
            onPointerMove={marking.pick}
            onAction={(id) => run(String(id))}
            renderEmptyState={() => <Nothing text={text} isFetching={isFetching} error={error} />}
            className="mt-2 max-h-[60dvh] overflow-y-auto outline-none"
          >
            {sections.map((section) => (
              <Found key={section.title} section={section} />
            ))}
          </ListBox>
        </Autocomplete>
        <p role="status" className="pt-2 text-12 text-ink-muted">
          {statusText(text, { records: hits.length, all: commands.size }, isFetching)}
        </p>
      </div>
    </Dialog>
  );
}

/**
 * Returns a function that opens the first record of a text once it is found, unless the text
 * changes before.
 */
function useOpenFirstResult(text: string, first: string | undefined, open: (id: string) => void) {
  const [wanted, setWanted] = useState<string>();
  if (wanted !== undefined && wanted !== text) setWanted(undefined);
  const openFound = useEffectEvent(open);
  // Follows the server's response.
  useEffect(() => {
    if (wanted === text && first !== undefined) openFound(first);
  }, [wanted, text, first]);
  return () => setWanted(text);
}

function Found({ section: { title, commands } }: { readonly section: Section }) {
  return (
    <ListBoxSection id={title}>
      <Header className="px-2 pt-2 pb-1 font-medium text-12 text-ink-muted">{title}</Header>
      {commands.map((command) => (
        <ListBoxItem
          key={command.id}
          id={command.id}
          textValue={command.title}
          className={styles.option}
        >
          <CommandLine command={command} />
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}

function CommandLine({
  command: { title, number, color, glyph, why, aside, shortcut },
}: CommandProps) {
  return (
    <>
      {color !== undefined && <RecordMark color={color} glyph={glyph} />}
      {number !== undefined && <span className="text-ink-muted tabular-nums">{number}</span>}
      <span className="grid min-w-0 flex-1">
        <span className="truncate">{title}</span>
        {why !== undefined && <span className="truncate text-12 text-ink-muted">{why}</span>}
      </span>
      {aside !== undefined && <span className="shrink-0 text-12 text-ink-muted">{aside}</span>}
      {shortcut?.map((key) => (
        <KeyboardKey key={key}>{key}</KeyboardKey>
      ))}
    </>
  );
}

interface CommandProps {
  readonly command: Command;
}

interface NothingProps {
  readonly text: string;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

function Nothing({ text, isFetching, error }: NothingProps) {
  const found = isFetching ? "Searching…" : `No results match all words of "${bidiIsolate(text)}".`;
  return <p className="p-3 text-13 text-ink-muted">{error ? explain(error) : found}</p>;
}

interface Count {
  readonly records: number;
  /** Records, actions and pages. */
  readonly all: number;
}

function statusText(text: string, { records, all }: Count, isFetching: boolean): string {
  if (text.trim() === "") return "Use the arrow keys to choose, Enter to open and Escape to close.";
  if (isFetching) return "Searching…";
  if (records === 0)
    return all === 0 ? "No results" : `${all} ${all === 1 ? "result" : "results"}, no records`;
  if (records === 1) return "1 record found";
  return `${records === 20 ? "The first 20" : records} records found`;
}
