import { normalizedName } from "@/lib/schema/search-text/search-text";
import type { SearchScope } from "@/lib/store/port/text-index";
import { BitSet } from "./bit-set";
import { markedText } from "./marked-words";

/** An entry of the search index in a sample. */
export interface SampledEntry {
  readonly path: string;
  readonly project: string;
  readonly text: string;
}

/** A search query in the form of the index. */
export interface SampleQuery {
  readonly trigrams: readonly string[];
  readonly names: readonly string[];
  readonly scopes: readonly SearchScope[];
}

/** Estimated shares of entries, from 0 to 1, and the best trigrams to look up. */
export interface Likelihood {
  /** In one of the scopes. */
  readonly inScopes: number;
  /** In a scope, with all trigrams. */
  readonly matches: number;
  /** In a scope, with one of the names. */
  readonly named: number;
  /** The trigrams of the query that few entries share, the rarest first. */
  readonly rarest: readonly string[];
  /** With all of `rarest`. */
  readonly hasRarest: number;
  /** The scopes narrow `rarest` further. */
  readonly scopesHelp: boolean;
}

/** Rare trigrams are added up to this number: one that the sample lacks may still be frequent. */
const leastTrigrams = 4;
/**
 * Most trigrams to look up. The index reads a list for each, which would cost more than the texts
 * that it spares.
 */
const mostTrigrams = 12;
/** Share of entries above which a trigram is looked up only if it is needed. */
const frequent = 0.3;
/** Share of a trigram's entries that chosen trigrams cover, above which it adds little. */
const mostAgain = 0.8;

/** A sample of index entries that tells frequent from rare trigrams. Its results are estimates. */
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

  /** Returns the estimated shares of entries for a query. */
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

  /** Takes trigrams while they leave fewer entries, then a few more that are rare. */
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

/** A trigram and its entries. */
interface Having {
  readonly trigram: string;
  readonly entries: BitSet;
  readonly many: number;
}

interface Choice {
  readonly having: Having;
  /** Number of entries that have the trigram. */
  readonly many: number;
  /** Number of remaining entries that also have it. */
  readonly leaves: number;
  /** Most of its entries also have chosen trigrams, usually of the same word. */
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

/** Returns every three adjacent characters of an entry's words, start markers included. */
export function allTrigrams(text: string): Set<string> {
  const signs = [...markedText(text)];
  return new Set(
    signs.slice(2).map((third, place) => `${signs[place]}${signs[place + 1]}${third}`),
  );
}
