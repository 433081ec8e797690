import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { optionFrom, recordSearch } from "@/components/fields/record-picker/record-search";
import { displayText } from "@/components/words/display-text";
import { titleOf } from "@/components/words/field-title";
import { mayRead, useProject } from "@/lib/client/project/project";
import { listQuery } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import {
  type KnownValues,
  knownValues,
  nameCompletions,
  type Typing,
  typingAt,
} from "@/lib/schema/filter-text/completion";
import type { Vocabulary } from "@/lib/schema/filter-text/model";
import { ownerName } from "@/lib/schema/filter-text/owners";
import { quoted } from "@/lib/schema/filter-text/print";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { type Column, shapeOf } from "@/lib/schema/shape";

/** A text that can replace what is typed. */
export interface Completion {
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** The meaning of the label, if it does not say so. */
  readonly aside?: string | undefined;
  /** A value has to follow. */
  readonly isName: boolean;
}

/** Most records that are offered. */
const mostRecords = 8;

/**
 * Returns what can stand at `caret` of a filter text: names of fields, known values, records. Nothing
 * is searched while `isWanted` is false.
 */
export function useCompletions(
  resource: Resource,
  vocabulary: Vocabulary,
  { text, caret, isWanted }: { text: string; caret: number; isWanted: boolean },
): readonly Completion[] {
  const typing = isWanted ? typingAt(text, caret, vocabulary) : undefined;
  const place = typing?.expects.kind === "value" ? typing.expects.place : undefined;
  const known = place && knownValues(resource, place, resourceAt);
  const records = useRecordNames(known?.paths ?? [], typing?.typed ?? "");
  if (!typing) return [];
  if (known) return values(typing, [...wordsOf(known), ...records]);
  return nameCompletions(resource, typing, resourceAt).map(({ name, column, sign }) => ({
    ...{ from: typing.from, to: typing.to, insert: `${name}${sign}`, label: name, isName: true },
    aside: titleOfName(resource, typing, column),
  }));
}

function titleOfName(resource: Resource, { expects }: Typing, name: string): string | undefined {
  const within = expects.kind === "name" ? expects.within : undefined;
  const outer = within === undefined ? undefined : shapeOf(resource).byColumn.get(within);
  const owner = within === undefined ? resource : resourceAt(outer?.field.to ?? "");
  const column = owner && shapeOf(owner).byColumn.get(name);
  return column && titleOf(column);
}

interface Word {
  readonly word: string;
  readonly aside?: string;
}

function values({ typed, from, to }: Typing, words: readonly Word[]): Completion[] {
  const wanted = typed.toLowerCase();
  const fitting = words.filter(({ word, aside = "" }) =>
    `${word}\n${aside}`.toLowerCase().includes(wanted),
  );
  // A value that is typed in full needs no completion.
  if (fitting.some(({ word }) => word.toLowerCase() === wanted)) return [];
  const unique = new Map(fitting.map((one) => [one.word, one]));
  return [...unique.values()].slice(0, mostRecords).map(({ word, aside }) => ({
    ...{ from, to, insert: quoted(word), label: word, aside, isName: false },
  }));
}

/** Returns the words that a field knows. */
function wordsOf({ column, paths }: KnownValues): Word[] {
  if (!column) return [];
  const { isBoolean, isDate } = kindOf(column.field);
  const named = (words: readonly string[]) => words.map((word) => ({ word }));
  if (column.name === ownerName) return named(["me", "none"]);
  if (paths.includes("user")) return named(["me"]);
  if (isBoolean) return named(["yes", "no"]);
  if (isDate) return named(["today", "yesterday", "-1h", "-24h", "-7d", "-30d"]);
  if (column.field.unit === "seconds") return named(["5min", "10min", "1h", "1d"]);
  return suggestionsOf(column);
}

function suggestionsOf({ field }: Column): Word[] {
  return (field.suggestions ?? []).map((word) => {
    const text = displayText(field, word);
    return { word, ...(text !== word && { aside: text }) };
  });
}

/** Returns the names of records that hold what is typed, as far as the user may list them. */
function useRecordNames(paths: readonly string[], typed: string): Word[] {
  const context = useProject();
  const targets = paths.flatMap((path) => resourceAt(path) ?? []);
  const found = useQueries({
    queries: targets
      .filter((target) => mayRead(context, target))
      .map((target) => ({
        ...listQuery(target, recordSearch(target, context.project._id, typed.trim(), mostRecords)),
        placeholderData: keepPreviousData,
        select: ({ data }: { data: readonly Parameters<typeof optionFrom>[1][] }) =>
          data.map((row) => ({ word: optionFrom(target, row).text })),
      })),
  });
  return found.flatMap(({ data }) => data ?? []);
}
