import type { Hit } from "@/lib/contract/search";
import type { NavIcon } from "@/lib/schema/nav";
import type { Glyph } from "@/lib/schema/record/glyph";
import { foldLetters } from "@/lib/schema/search-text/search-text";

/** The record that a line opens. */
export interface LineRecord {
  /** The path of its resource. */
  readonly resource: string;
  readonly id: string;
}

/** One line of the palette: a title and an action. */
export interface Command {
  readonly id: string;
  readonly record?: LineRecord;
  readonly title: string;
  readonly run: () => void;
  /** The picture of the kind of record. */
  readonly icon?: NavIcon;
  readonly number?: string;
  readonly color?: string;
  readonly glyph?: Glyph;
  /** State of a record and the time when it began. */
  readonly state?: NonNullable<Hit["state"]>;
  readonly beganAt?: string;
  /** Reason for the match, if the title does not show it. */
  readonly why?: string;
  /** Kind of thing, at the end of the line. */
  readonly aside?: string;
  /** Keys of the same action, pressed one after the other. */
  readonly shortcut?: readonly string[];
  /** Further words to search by. */
  readonly words?: string;
}

/** Lines under one heading. */
export interface Section {
  readonly title: string;
  readonly commands: readonly Command[];
}

/**
 * Returns the commands that have, for each typed word, a word that begins with it, in any order.
 * Returns all of them for a blank text.
 */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = wordsOf(text);
  return commands.filter(({ title, words = "" }) => {
    const held = wordsOf(`${title} ${words}`);
    return wanted.every((word) => held.some((one) => one.startsWith(word)));
  });
}

/**
 * Returns the commands whose names begin with the text, if it has 3 characters or more. An exact
 * match comes first, then names with the fewest further words, else the given order.
 */
export function startingWith(commands: readonly Command[], text: string): readonly Command[] {
  const typed = foldLetters(text.trim());
  if (typed.length < 3) return [];
  const rest = ({ title }: Command) => foldLetters(title).slice(typed.length);
  const further = (one: Command) => (rest(one) === "" ? -1 : rest(one).split(" ").length);
  return commands
    .filter(({ title }) => foldLetters(title).startsWith(typed))
    .sort((one, other) => further(one) - further(other));
}

function wordsOf(text: string): string[] {
  return foldLetters(text)
    .split(/[\s/_]+/)
    .filter(Boolean);
}
