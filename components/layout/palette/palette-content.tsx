import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Input, SearchField } from "react-aria-components/SearchField";
import { Dialog } from "@/components/ui/overlay/dialog";
import { classes, styles } from "@/components/ui/styles";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { explain } from "@/lib/client/http/problem";
import { useProject } from "@/lib/client/project/project";
import { mostHits, searchQuery } from "@/lib/client/queries/service";
import { searchQueryOf } from "@/lib/schema/search-text/search-query";
import type { Section } from "./command";
import { CommandLine } from "./command-line";
import { paletteShown } from "./open-palette";
import { type TypedStep, typedStep } from "./typed-step";
import { useFirstHighlighted } from "./use-first-highlighted";
import { useSections } from "./use-sections";
import { WithPreview } from "./with-preview";

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
  const asked = typedStep(text);
  const searched = asked?.number ?? text;
  const { data, error, isFetching, isPlaceholderData } = useQuery(
    searchQuery(project._id, searched),
  );
  const hits = text.trim() === "" ? [] : (data?.hits ?? []);
  const hasSomeWords = data?.words === "some";
  const lines = useSections(text, hits, { asked, hasSomeWords }, onKeys);
  const { sections, records, first: best, isLoading } = lines;
  const parts = searchQueryOf(searched).parts;
  const commands = new Map(sections.flatMap((one) => one.commands.map((it) => [it.id, it])));
  // The dialog and its field are rendered later than this component.
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const marking = useFirstHighlighted(field, text, commands.keys().next().value);
  const run = (id: string) => onClose(commands.get(id)?.run);
  const isOlder = isPlaceholderData || isLoading || (asked !== undefined && data === undefined);
  const wantFirst = useOpenFirstResult(text, isOlder ? undefined : best, run);
  return (
    <Dialog onClose={() => onClose()} title="Find" width="beside" at="top">
      <WithPreview field={field} commands={commands}>
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
                const isRecord = asked !== undefined || hits.some(({ _id }) => _id === chosen);
                if (isOlder && isRecord) wantFirst();
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
            ref={addTabStop}
            onPointerMove={marking.pick}
            onAction={(id) => run(String(id))}
            renderEmptyState={() => <Nothing {...{ text, asked, isFetching, error }} />}
            className="mt-2 max-h-[60dvh] overflow-y-auto outline-none lg:h-[60dvh]"
          >
            {sections.map((section) => (
              <Found key={section.title} section={section} parts={parts} />
            ))}
          </ListBox>
        </Autocomplete>
        <p role="status" className="pt-2 text-12 text-ink-muted">
          {statusText(text, { records, all: commands.size }, isFetching, data?.words)}
        </p>
      </WithPreview>
    </Dialog>
  );
}

/**
 * Makes the list a tab stop, from which keys scroll it. React Aria takes a list that has one when it
 * is attached for a list without virtual focus, so it gets it afterwards.
 */
function addTabStop(list: HTMLElement | null): void {
  queueMicrotask(() => list?.setAttribute("tabindex", "0"));
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

interface FoundProps {
  readonly section: Section;
  readonly parts: readonly string[];
}

function Found({ section: { title, commands }, parts }: FoundProps) {
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
          <CommandLine command={command} parts={parts} />
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}

interface NothingProps {
  readonly text: string;
  readonly asked: TypedStep | undefined;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

function Nothing({ text, asked, isFetching, error }: NothingProps) {
  const none = asked
    ? `No record has the number ${asked.number}.`
    : `No results match all words of "${bidiIsolate(text)}".`;
  const found = isFetching ? "Searching…" : none;
  return <p className="p-3 text-13 text-ink-muted">{error ? explain(error) : found}</p>;
}

interface Count {
  readonly records: number;
  /** Records, actions and pages. */
  readonly all: number;
}

function statusText(
  text: string,
  { records, all }: Count,
  isFetching: boolean,
  words: "all" | "some" = "all",
): string {
  if (text.trim() === "") return "Use the arrow keys to choose, Enter to open and Escape to close.";
  if (isFetching) return "Searching…";
  if (records === 0)
    return all === 0 ? "No results" : `${all} ${all === 1 ? "result" : "results"}, no records`;
  const some = records === mostHits ? `The first ${mostHits}` : records;
  if (words === "some") return `No record has all words. ${some} have some of them.`;
  return records === 1 ? "1 record found" : `${some} records found`;
}
