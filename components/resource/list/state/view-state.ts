/** Everything that makes what a list shows: all of it stands in the URL and in a saved view. */
export interface ViewState {
  /** The filter as text, relations by id. */
  readonly filter: string;
  /** What is searched for in the text of the records. */
  readonly q: string;
  /** Columns to order by, the first first, "-" before those that fall: "-declaredAt,title". */
  readonly sort: string;
  readonly size: number;
  /** The columns shown, in order; "" for those this person has chosen, or the usual ones. */
  readonly columns: string;
}

/** How many records a page may hold. */
export const pageSizes = [25, 50, 100] as const;

/** A list as it is when nothing was asked for. */
export const defaultView: ViewState = { filter: "", q: "", sort: "", size: 50, columns: "" };

/** True when two lists show the same. */
export function sameView(one: ViewState, other: ViewState): boolean {
  return (Object.keys(defaultView) as (keyof ViewState)[]).every((key) => one[key] === other[key]);
}

/** What a saved view holds, as far as it is what a view can hold. */
export function parseView(stored: unknown): ViewState {
  const held = typeof stored === "object" && stored !== null ? stored : {};
  const entries = Object.entries(defaultView).map(([key, plain]) => {
    const value: unknown = Reflect.get(held, key);
    return [key, typeof value === typeof plain ? value : plain];
  });
  return Object.fromEntries(entries);
}
