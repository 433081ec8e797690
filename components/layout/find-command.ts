/** One line of the palette: what it is called and what choosing it does. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
  readonly number?: string;
  readonly color?: string;
  /** What kind of thing it is, at the end of the line. */
  readonly aside?: string;
  /** The keys that do the same, one after the other. */
  readonly shortcut?: readonly string[];
  /** Other words it is found by. */
  readonly words?: string;
}

/** Lines that belong together. */
export interface Section {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The commands whose words begin with all that was typed, in any order; all of them for a blank text. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = wordsOf(text);
  return commands.filter(({ title, words = "" }) => {
    const held = wordsOf(`${title} ${words}`);
    return wanted.every((word) => held.some((one) => one.startsWith(word)));
  });
}

/** True when what was typed is the beginning of what the command is called. */
export function begins({ title }: Command, text: string): boolean {
  const typed = text.trim().toLowerCase();
  return typed.length > 2 && title.toLowerCase().startsWith(typed);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean);
}
