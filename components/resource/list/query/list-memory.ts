/** The cursors of all pages up to the current one, for one query. */
export interface Pages {
  readonly key: string;
  readonly cursors: readonly string[];
}

/** State of a list at one address that is restored when the user comes back from a record. */
export interface ListSnapshot {
  /** Scroll position of the rows, in pixels. */
  readonly scrollTop: number;
  readonly active: string | undefined;
}

/** Lives as long as the page: no record data is written to the device. */
const pagesByKey = new Map<string, readonly string[]>();
const snapshotByAddress = new Map<string, ListSnapshot>();
const selectionByPath = new Map<string, ReadonlySet<string>>();

/** Returns the last page of a query; its first one if there is none. */
export function recallPages(key: string): Pages {
  return { key, cursors: pagesByKey.get(key) ?? [""] };
}

/** Stores the current page of a query. */
export function rememberPages({ key, cursors }: Pages): void {
  pagesByKey.set(key, cursors);
}

/** Returns the snapshot of the list at an address, or undefined. */
export function recallSnapshot(address: string): ListSnapshot | undefined {
  return snapshotByAddress.get(address);
}

/** Stores the snapshot of the list at an address. */
export function rememberSnapshot(address: string, left: ListSnapshot): void {
  snapshotByAddress.set(address, left);
}

/** Returns the ids that are selected in the list at a path, whatever the rest of its address. */
export function recallSelection(path: string): ReadonlySet<string> {
  return selectionByPath.get(path) ?? new Set();
}

/** Stores the selection of the list at a path. */
export function rememberSelection(path: string, ids: ReadonlySet<string>): void {
  selectionByPath.set(path, ids);
}
