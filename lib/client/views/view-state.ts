/** The state of a list, held in the URL and in a saved view. */
export interface ViewState {
  /** The filter as text, relations by id. */
  readonly filter: string;
  /** The search text. */
  readonly q: string;
  /** Columns to order by, the first has precedence; "-" marks descending: "-declaredAt,title". */
  readonly sort: string;
  readonly size: number;
  /** The visible columns, in order; "" for the user's own or the default ones. */
  readonly columns: string;
}

/** A view saved under a name. */
export interface NamedView {
  readonly id: string;
  readonly state: ViewState;
  readonly isDefault: boolean;
}

/** The page sizes. */
export const pageSizes = [25, 50, 100] as const;

/** The state of a plain list. */
export const defaultView: ViewState = { filter: "", q: "", sort: "", size: 50, columns: "" };

/** Returns whether two states are equal. */
export function sameView(one: ViewState, other: ViewState): boolean {
  return (Object.keys(defaultView) as (keyof ViewState)[]).every((key) => one[key] === other[key]);
}

/** Parses a stored view. Skips values that a view cannot hold. */
export function parseView(stored: unknown): ViewState {
  const held = typeof stored === "object" && stored !== null ? stored : {};
  const entries = Object.entries(defaultView).map(([key, plain]) => {
    const value: unknown = Reflect.get(held, key);
    return [key, typeof value === typeof plain ? value : plain];
  });
  return Object.fromEntries(entries);
}
