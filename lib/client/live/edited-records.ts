import { useEffect, useSyncExternalStore } from "react";

const edited = new Map<string, number>();
const listeners = new Set<() => void>();

/** Marks a record as edited while the component is mounted, for `useIsEdited`. */
export function useEditing(path: string, id: string): void {
  // Other parts of the page read it.
  useEffect(() => {
    const key = `${path}/${id}`;
    count(key, 1);
    return () => count(key, -1);
  }, [path, id]);
}

/** Returns true while a part of this page edits the record. */
export function useIsEdited(path: string, id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => edited.has(`${path}/${id}`),
    () => false,
  );
}

function count(key: string, change: number): void {
  const editors = (edited.get(key) ?? 0) + change;
  if (editors > 0) edited.set(key, editors);
  else edited.delete(key);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
