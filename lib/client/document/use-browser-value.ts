import { useSyncExternalStore } from "react";

/**
 * Returns a value that only the browser knows. In the document and until it is hydrated, the value
 * is `onServer`, so that the server and the browser render the same. `read` returns equal values
 * until the component is rendered again.
 */
export function useBrowserValue<Value, Unknown>(
  read: () => Value,
  onServer: Unknown,
): Value | Unknown {
  return useSyncExternalStore<Value | Unknown>(neverChanges, read, () => onServer);
}

function neverChanges(): () => void {
  return () => undefined;
}
