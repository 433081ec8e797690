import { normalizedName } from "@/lib/schema/search-text/search-text";
import type { SearchScope } from "@/lib/store/port/store";
import { BitSet } from "./bit-set";
import { markedText } from "./marked-words";

/** An entry of the search as a sample takes it. */
export interface SampledEntry {
  readonly path: string;
  readonly project: string;
  readonly text: string;
}

/** What is asked of the search, cut as the index wants it. */
export interface SampleQuery {
  readonly trigrams: readonly string[];
  readonly names: readonly string[];
  readonly scopes: readonly SearchScope[];
}

/** How likely it is, from 0 to 1, that an entry meets something, and by what it is best looked for. */
export interface Likelihood {
  /** It lies in one of the places. */
  readonly inScopes: number;
  /** It lies there and has all trigrams. */
  readonly matches: number;
  /** It lies there and has one of the names. */
  readonly named: number;
  /** Few entries have all of these: some of the trigrams asked for, the rarest first. */
  readonly rarest: readonly string[];
  /** It has all of `rarest`. */
  readonly hasRarest: number;
  /** The places narrow the rarest down further. */
  readonly scopesHelp: boolean;
}

/** A trigram that is missing in a sample may still be found so often. */
const leastTrigrams = 4;
/** An index reads a list for each: further ones would cost more than the texts that they spare. */
const mostTrigrams = 12;
/** A trigram that so many entries have is not worth looking up, unless it is needed. */
const frequent = 0.3;
/** Beyond this share of entries that others lead to, a trigram says little more than these. */
const mostAgain = 0.8;

/** Some entries of the search, by which to tell frequent from rare. What it says is an estimate, never an answer. */
export class SearchSample {
  readonly #entries: readonly SampledEntry[];
  readonly #byTrigram = new Map<string, number[]>();
  readonly #byName = new Map<string, number[]>();

  constructor(entries: readonly SampledEntry[]) {
    this.#entries = entries;
    for (const [place, { text }] of entries.entries()) {
      for (const trigram of allTrigrams(text)) put(this.#byTrigram, trigram, place);
      for (const name of new Set(text.split("\n").map(normalizedName)))
        put(this.#byName, name, place);
    }
  }

  /** How likely entries meet what is wanted. */
  likelihood({ trigrams, names, scopes: places }: SampleQuery): Likelihood {
    const size = Math.max(1, this.#entries.length);
    const inPlaces = this.#inPlaces(places);
    const having = trigrams.map((trigram) => this.#having(trigram));
    const matching = having.reduce((left, { entries }) => left.and(entries), inPlaces);
    const named = this.#set(names.flatMap((name) => this.#byName.get(name) ?? []));
    const { rarest, left } = this.#rarest(having, matching.size);
    return {
      inScopes: inPlaces.size / size,
      matches: matching.size / size,
      named: named.sizeWith(inPlaces) / size,
      rarest,
      hasRarest: left.size / size,
      scopesHelp: left.sizeWith(inPlaces) < left.size,
    };
  }

  /** Takes trigrams as long as they leave fewer entries, then some more that are rare. */
  #rarest(having: readonly Having[], enough: number) {
    const size = this.#entries.length;
    const open = new Set(having);
    const rarest: string[] = [];
    let taken = this.#set([]);
    let left = this.#set(this.#entries.keys());
    while (open.size > 0 && rarest.length < mostTrigrams) {
      const choices = [...open].map((one) => choiceOf(one, left, taken));
      const next = choices.reduce((one, other) => (isBetter(other, one) ? other : one));
      const isNeeded = next.leaves < left.size && left.size > enough;
      const isCheap =
        rarest.length < leastTrigrams && next.many <= frequent * size && !next.isKnown;
      if (rarest.length > 0 && !isNeeded && !isCheap) break;
      const { trigram, entries } = next.having;
      rarest.push(trigram);
      open.delete(next.having);
      taken = taken.or(entries);
      left = left.and(entries);
    }
    return { rarest, left };
  }

  #having(trigram: string): Having {
    const places = this.#byTrigram.get(trigram) ?? [];
    return { trigram, entries: this.#set(places), many: places.length };
  }

  #set(places: Iterable<number>): BitSet {
    return new BitSet(this.#entries.length, places);
  }

  #inPlaces(places: readonly SearchScope[]): BitSet {
    const wanted = places.map(({ paths, projects }) => ({
      paths: new Set(paths),
      projects: projects === "all" ? undefined : new Set(projects),
    }));
    const found = [...this.#entries.keys()].filter((place) => {
      const { path = "", project = "" } = this.#entries[place] ?? {};
      return wanted.some(
        ({ paths, projects }) => paths.has(path) && (projects?.has(project) ?? true),
      );
    });
    return this.#set(found);
  }
}

/** A trigram and the entries that have it. */
interface Having {
  readonly trigram: string;
  readonly entries: BitSet;
  readonly many: number;
}

interface Choice {
  readonly having: Having;
  /** How many entries have it. */
  readonly many: number;
  /** How many of those that are left have it, too. */
  readonly leaves: number;
  /** Most of those that have it have others that were chosen: of the same word, as a rule. */
  readonly isKnown: boolean;
}

function choiceOf(having: Having, left: BitSet, taken: BitSet): Choice {
  const { entries, many } = having;
  return {
    having,
    many,
    leaves: entries.sizeWith(left),
    isKnown: entries.sizeWith(taken) > mostAgain * many,
  };
}

function isBetter(one: Choice, other: Choice): boolean {
  if (one.leaves !== other.leaves) return one.leaves < other.leaves;
  if (one.isKnown !== other.isKnown) return other.isKnown;
  return one.many < other.many;
}

function put(into: Map<string, number[]>, key: string, place: number): void {
  const known = into.get(key);
  if (known) known.push(place);
  else into.set(key, [place]);
}

/** Every three signs in a row of an entry's words, with the marks of their beginnings. */
export function allTrigrams(text: string): Set<string> {
  const signs = [...markedText(text)];
  return new Set(
    signs.slice(2).map((third, place) => `${signs[place]}${signs[place + 1]}${third}`),
  );
}
