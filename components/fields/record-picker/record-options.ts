import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asUnchosen, unchosenName } from "@/components/fields/unchosen-name";
import { mayRead, useProject } from "@/lib/client/project/project";
import { type LabelRequest, labelsQuery } from "@/lib/client/queries/label-batch";
import { labelKey, useLabels } from "@/lib/client/queries/labels";
import { listQuery } from "@/lib/client/queries/queries";
import type { RecordLabel } from "@/lib/contract/labels";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { isUuid } from "@/lib/schema/values/uuid";
import { optionFrom, type RecordOption, recordSearch } from "./record-search";

interface Options {
  readonly options: readonly RecordOption[];
  readonly isPending: boolean;
  /** Reason why only pasted ids are found. */
  readonly refusal?: string;
}

/**
 * Returns records of the resource at `path` whose name, number or e-mail contains `typed`, in the
 * project's order. A pasted id finds its record, and is an option itself if no record has it. The
 * `chosen` records and unchosen names are always included. Nothing is searched while `typed` is undefined.
 */
export function useRecordOptions(
  path: string,
  project: string,
  typed: string | undefined,
  chosen: readonly string[],
): Options {
  const place = useProject();
  const target = resourceAt(path);
  const isPermitted = target !== undefined && mayRead(place, target);
  const text = (typed ?? "").trim();
  const pasted = isUuid(text) ? [text.toLowerCase()] : [];
  const found = useFoundOptions(
    isPermitted ? target : undefined,
    project,
    typed,
    pasted.length > 0,
  );
  const names = chosen.flatMap((id) => unchosenName(id) ?? []);
  const ids = chosen.filter((id) => unchosenName(id) === undefined);
  const wanted = [...new Set([...pasted, ...ids])];
  // Names that the page knows are used at once, so that a focused field shows its name from the
  // start.
  const around = useLabels();
  const unknown = wanted.filter((id) => !around.has(labelKey(path, id)));
  const ask: LabelRequest = unknown.length > 0 ? { [path]: unknown } : {};
  const labels = useQuery(labelsQuery(ask));
  const nameOf = (id: string) => labels.data?.[path]?.[id] ?? known(around.get(labelKey(path, id)));
  const unnamed = (id: string) =>
    isPermitted ? `${id} (no record found)` : `No access (…${id.slice(-6)})`;
  const named = wanted.map((id) => optionOf(id, nameOf(id), labels.isPending ? "…" : unnamed(id)));
  const shown = new Set(found.options.map(({ id }) => id));
  return {
    options: [
      ...found.options,
      ...named.filter(({ id }) => !shown.has(id)),
      ...names.map((name) => ({ id: asUnchosen(name), text: name })),
    ],
    isPending: found.isPending,
    ...(!isPermitted && {
      refusal: "You do not have permission to list these records. Paste an id.",
    }),
  };
}

/** Returns the options that a search for `typed` finds; none if an id was pasted. */
function useFoundOptions(
  target: Resource | undefined,
  project: string,
  typed: string | undefined,
  isPasted: boolean,
): Pick<Options, "options" | "isPending"> {
  const text = isPasted ? "" : (typed ?? "").trim();
  const found = useQuery({
    ...(target
      ? listQuery(target, recordSearch(target, project, text, shownAtMost))
      : listQuery(emptyResource, emptySearch)),
    enabled: target !== undefined && typed !== undefined,
    placeholderData: keepPreviousData,
  });
  if (isPasted || !target) return { options: [], isPending: found.isLoading };
  const listed = (found.data?.data ?? []).map((row) => optionFrom(target, row));
  if (!found.isPlaceholderData) return { options: listed, isPending: found.isLoading };
  // The previous list stays until the next arrives. Unfiltered, its options would move away under a press.
  const options = listed.filter((one) => holds(one, text));
  return { options, isPending: options.length === 0 };
}

/** True where the number or the name of an option holds the typed text, whatever the case. */
function holds({ number = "", text }: RecordOption, typed: string): boolean {
  return `${number} ${text}`.toLowerCase().includes(typed.toLowerCase());
}

function known(label: RecordLabel | "missing" | undefined): RecordLabel | undefined {
  return label === "missing" ? undefined : label;
}

function optionOf(id: string, label: RecordLabel | undefined, unnamed: string): RecordOption {
  if (!label) return { id, text: unnamed };
  return {
    ...{ id, text: label.label },
    ...(label.number && { number: label.number }),
    ...(label.color && { color: label.color }),
    ...(label.glyph && { glyph: label.glyph }),
  };
}

/** Options that a search lists at most. */
const shownAtMost = 20;

/** Never requested: its query is disabled. */
const emptyResource = { path: "" } as Resource;
const emptySearch = {
  query: {},
  select: {},
  sort: {},
  limit: 0,
  cursor: "",
  count: "none",
} as const;
