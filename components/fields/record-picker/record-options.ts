import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asUnchosen, unchosenName } from "@/components/fields/unchosen-name";
import { mayRead, useProject } from "@/lib/client/project/project";
import { type LabelRequest, labelsQuery } from "@/lib/client/queries/label-batch";
import { labelKey, useLabels } from "@/lib/client/queries/labels";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import type { RecordLabel } from "@/lib/contract/labels";
import { resourceAt } from "@/lib/resources/index";
import type { Field } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { orderColumn } from "@/lib/schema/record/order-column";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { type Column, shapeOf } from "@/lib/schema/shape";
import { isUuid } from "@/lib/schema/values/uuid";

/** One record to choose. */
export interface RecordOption {
  readonly id: string;
  readonly text: string;
  readonly number?: string;
  readonly color?: string;
}

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
    ...listQuery(target ?? emptyResource, askFor(target, project, text)),
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

/** Never requested: its query is disabled. */
const emptyResource = { path: "" } as Resource;

function optionOf(id: string, label: RecordLabel | undefined, unnamed: string): RecordOption {
  if (!label) return { id, text: unnamed };
  return {
    ...{ id, text: label.label },
    ...(label.number && { number: label.number }),
    ...(label.color && { color: label.color }),
  };
}

function askFor(target: Resource | undefined, project: string, text: string) {
  const query = target ? inProject(target, project, searchFor(target, text)) : {};
  const select = target
    ? Object.fromEntries(shownColumns(target).map(({ name }) => [name, true]))
    : {};
  const sort = target ? sortOf(target) : {};
  return { query, select, sort, limit: 20, cursor: "", count: "none" } as const;
}

function searchFor(target: Resource, text: string): JsonObject {
  if (text === "") return {};
  const searched = shownColumns(target)
    .filter(({ field }) => isSearched(field))
    .slice(0, 8);
  return { _or: searched.map(({ name }) => ({ [name]: { _type: "Search", value: text } })) };
}

function isSearched(field: Field): boolean {
  const { isPlainText, foundAs } = kindOf(field);
  return isPlainText === true || foundAs !== undefined;
}

function isColor({ field }: Column): boolean {
  return kindOf(field).isColor === true;
}

function isAddress({ field }: Column): boolean {
  return kindOf(field).foundAs === "email";
}

/** Returns the columns that identify a record: name, number, color and e-mail. */
function shownColumns(target: Resource): Column[] {
  const numbered = numberColumns(target)?.prefixed;
  return shapeOf(target).columns.filter(
    (column) =>
      [target.label, numbered].includes(column.name) || isColor(column) || isAddress(column),
  );
}

function sortOf(target: Resource): JsonObject {
  const place = orderColumn(target);
  if (place !== undefined) return { [place]: 1 };
  return numberColumns(target) ? { createdAt: -1 } : { [target.label]: 1 };
}

function optionFrom(target: Resource, row: Row): RecordOption {
  const first = (isWanted: (column: Column) => boolean): JsonValue => {
    const column = shownColumns(target).find(isWanted);
    return (column && row[column.name]) ?? null;
  };
  const color = first(isColor);
  const number = row[numberColumns(target)?.prefixed ?? ""];
  const label = row[target.label] ?? first(isAddress) ?? row._id;
  return {
    ...{ id: String(row._id), text: String(label) },
    ...(typeof number === "string" && { number }),
    ...(typeof color === "string" && { color }),
  };
}
