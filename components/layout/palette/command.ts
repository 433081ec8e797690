/** One line of the palette: what it is called and what choosing it does. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
  readonly number?: string;
  readonly color?: string;
  /** Why it was found, where its name does not say. */
  readonly why?: string;
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

/**
 * The commands whose names begin with what was typed: the one that is called so first, then those that the fewest
 * further words tell apart from it, else as they stand.
 */
export function startingWith(commands: readonly Command[], text: string): readonly Command[] {
  const typed = text.trim().toLowerCase();
  if (typed.length < 3) return [];
  const rest = ({ title }: Command) => title.slice(typed.length);
  const further = (one: Command) => (rest(one) === "" ? -1 : rest(one).split(" ").length);
  return commands
    .filter(({ title }) => title.toLowerCase().startsWith(typed))
    .sort((one, other) => further(one) - further(other));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean);
}
