import type { StoryEntry, StoryKind } from "@/lib/contract/records/story";

/** The place of an entry in the order of a story: by time, then by id. */
export interface StoryPosition {
  readonly at: string;
  readonly id: string;
}

/** The requested part of a story. */
export interface StoryPage {
  readonly order: "asc" | "desc";
  readonly limit: number;
  /** Only entries behind this position in the order. */
  readonly after?: StoryPosition;
}

/** An entry before its actor is known. */
export type StoryDraft = Omit<StoryEntry, "actor">;

/** The first entries of a source behind a position. */
export interface StoryPortion {
  readonly drafts: readonly StoryDraft[];
  /** The source is read up to here, and may have more. Absent: it has no more. */
  readonly readTo?: StoryPosition;
}

/** A query or computation for the entries of one kind. */
export interface StorySource {
  readonly kind: StoryKind;
  read(page: StoryPage): Promise<StoryPortion>;
}

/** Entries in order, and the position of the next page; undefined after the last entry. */
export interface MergedPage {
  readonly drafts: readonly StoryDraft[];
  readonly next: StoryPosition | undefined;
}

/** Merges the portions of all sources. A page never goes beyond the end of an unfinished portion. */
export function mergedPage(portions: readonly StoryPortion[], page: StoryPage): MergedPage {
  const compare = comparison(page.order);
  const ends = portions.flatMap(({ readTo }) => readTo ?? []).sort(compare);
  const [end] = ends;
  const all = portions.flatMap(({ drafts }) => drafts).sort(compare);
  const safe = end ? all.filter((draft) => compare(draft, end) <= 0) : all;
  const drafts = safe.slice(0, page.limit);
  const last = drafts.at(-1);
  const isFull = safe.length > page.limit;
  const { at, id } = (isFull ? last : end) ?? {};
  return { drafts, next: at !== undefined && id !== undefined ? { at, id } : undefined };
}

/** Returns the entries of a list behind the position of a page, as a source would. */
export function portionOf(drafts: readonly StoryDraft[], page: StoryPage): StoryPortion {
  const compare = comparison(page.order);
  const { after } = page;
  return { drafts: after ? drafts.filter((draft) => compare(draft, after) > 0) : drafts };
}

/** Returns the comparison of an order. Times and ids are compared as text. */
export function comparison(order: StoryPage["order"]) {
  const sign = order === "asc" ? 1 : -1;
  return (one: StoryPosition, other: StoryPosition): number => {
    if (one.at !== other.at) return one.at < other.at ? -sign : sign;
    if (one.id === other.id) return 0;
    return one.id < other.id ? -sign : sign;
  };
}
