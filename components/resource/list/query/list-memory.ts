/** The way to a page: the cursors of all pages up to it, for one question. */
export interface Pages {
  readonly key: string;
  readonly cursors: readonly string[];
}

/** What a list is to look like when someone comes back to it from a record. */
export interface ListSnapshot {
  /** How far the rows were scrolled, in pixels. */
  readonly scrollTop: number;
  readonly active: string | undefined;
  readonly selected: readonly string[];
}

/** For as long as the page lives: nothing of what records hold is written to the device. */
const pagesByKey = new Map<string, readonly string[]>();
const snapshotByAddress = new Map<string, ListSnapshot>();

/** The page a question was left at; its first one if it never was. */
export function recallPages(key: string): Pages {
  return { key, cursors: pagesByKey.get(key) ?? [""] };
}

/** Keeps the page a question is at. */
export function rememberPages({ key, cursors }: Pages): void {
  pagesByKey.set(key, cursors);
}

/** How the list at an address was left, or undefined. */
export function recallSnapshot(address: string): ListSnapshot | undefined {
  return snapshotByAddress.get(address);
}

/** Keeps how the list at an address is left. */
export function rememberSnapshot(address: string, left: ListSnapshot): void {
  snapshotByAddress.set(address, left);
}
