import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { comparedColumn, namedPaths, type Resolve, testsFor } from "./condition-target";
import { type Condition, filterTests, type Vocabulary } from "./model";

/** The part of a filter text that a user is typing. */
export interface Typing {
  /** The part of the text that a completion replaces. */
  readonly from: number;
  readonly to: number;
  /** The text so far, without an opening quote. */
  readonly typed: string;
  readonly expects:
    | {
        readonly kind: "name";
        readonly vocabulary: Vocabulary;
        /** The column before the dot. */
        readonly within?: string;
        /** A sign and a value follow. */
        readonly isCompared: boolean;
      }
    | { readonly kind: "value"; readonly place: Place };
}

type Place = Pick<Condition, "column" | "path">;

/** Returns what is typed at `caret`; undefined where nothing can be completed. */
export function typingAt(text: string, caret: number, vocabulary: Vocabulary): Typing | undefined {
  const start = startOfTerm(text, caret);
  const [, name = "", rest = ""] = /^([\w.-]*)([\s\S]*)$/.exec(text.slice(start, caret)) ?? [];
  const presence = /^(no|has)$/i.test(name) && /^:[\w.-]*$/.test(rest);
  if (rest === "" || presence) {
    const typed = presence ? rest.slice(1) : name;
    return nameTyped(typed, caret, vocabulary, !presence);
  }
  const place = placeOf(name, vocabulary);
  const sign = signs.exec(rest)?.[0];
  if (!place || sign === undefined) return undefined;
  const values = rest.slice(sign.length);
  const own = values.slice(startOfValue(values));
  const typed = own.startsWith('"') ? own.slice(1) : own;
  if (typed.endsWith('"') && own.startsWith('"')) return undefined;
  return { from: caret - own.length, to: caret, typed, expects: { kind: "value", place } };
}

/** Longer signs come first. */
const signs = new RegExp(
  `^(${[
    ...new Set(Object.values(filterTests).flatMap((test) => ("sign" in test ? [test.sign] : []))),
  ]
    .sort((one, other) => other.length - one.length)
    .map((sign) => sign.replace(/[$^*]/g, "\\$&"))
    .join("|")})`,
);

function nameTyped(
  name: string,
  caret: number,
  vocabulary: Vocabulary,
  isCompared: boolean,
): Typing | undefined {
  const [first = "", inner] = name.split(".");
  if (inner === undefined) {
    const expects = { kind: "name", vocabulary, isCompared } as const;
    return { from: caret - name.length, to: caret, typed: name, expects };
  }
  const column = vocabulary.columnOf.get(first.toLowerCase());
  const within = column === undefined ? undefined : vocabulary.within?.(column);
  if (column === undefined || within === undefined || within === "keys") return undefined;
  const expects = { kind: "name", vocabulary: within, within: column, isCompared } as const;
  return { from: caret - inner.length, to: caret, typed: inner, expects };
}

function placeOf(name: string, vocabulary: Vocabulary): Place | undefined {
  const [first = "", inner] = name.toLowerCase().split(".");
  const column = vocabulary.columnOf.get(first);
  if (column === undefined || inner === undefined)
    return column === undefined ? column : { column };
  const within = vocabulary.within?.(column);
  const path = within === "keys" ? undefined : within?.columnOf.get(inner);
  return path === undefined ? undefined : { column, path: [path] };
}

/** Returns where the condition begins that `caret` is in: after a blank or bracket outside quotes. */
function startOfTerm(text: string, caret: number): number {
  let start = 0;
  eachUnquoted(text.slice(0, caret), (sign, at) => {
    if (/[\s()]/.test(sign)) start = at + 1;
  });
  return start;
}

/** Returns where the last of several values begins. */
function startOfValue(values: string): number {
  let start = 0;
  eachUnquoted(values, (sign, at) => {
    if (sign === "," || (sign === "." && values.charAt(at - 1) === ".")) start = at + 1;
  });
  return start;
}

function eachUnquoted(text: string, see: (sign: string, at: number) => void): void {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === "\\") at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) see(sign, at);
  }
}

/** A name that completes what is typed. */
export interface NameCompletion {
  readonly name: string;
  readonly column: string;
  /** The sign of the first test of the field; empty after `no:` and `has:`. */
  readonly sign: string;
}

const mostNames = 8;

/** Returns names of fields that begin with what is typed, then those that hold it. */
export function nameCompletions(
  resource: Resource,
  { typed, expects }: Typing,
  resolve: Resolve,
): readonly NameCompletion[] {
  if (expects.kind !== "name") return [];
  const { vocabulary, within, isCompared } = expects;
  const wanted = typed.toLowerCase();
  const rank = (name: string) => (name.startsWith(wanted) ? 0 : 1);
  return [...vocabulary.nameOf]
    .filter(([, name]) => name.includes(wanted))
    .sort(([, one], [, other]) => rank(one) - rank(other))
    .slice(0, mostNames)
    .map(([column, name]) => {
      const place = within === undefined ? { column } : { column: within, path: [column] };
      const [first = "is"] = testsFor(
        resource,
        { kind: "condition", ...place, test: "is", values: [] },
        resolve,
      );
      return { name, column, sign: isCompared ? (filterTests[first].sign ?? "") : "" };
    });
}

/** The possible values of a condition. */
export interface KnownValues {
  readonly column: Column | undefined;
  /** Resources whose records the values name. */
  readonly paths: readonly string[];
}

/** Returns what the value that is typed can be. */
export function knownValues(resource: Resource, place: Place, resolve: Resolve): KnownValues {
  const condition: Condition = { kind: "condition", ...place, test: "is", values: [] };
  return {
    column: comparedColumn(resource, place, resolve),
    paths: namedPaths(resource, condition, resolve),
  };
}
