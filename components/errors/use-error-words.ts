import { useSyncExternalStore } from "react";
import { explain, isProblem } from "@/lib/client/http/problem";

/**
 * Returns the message of an error for the user. The message of a request that was not sent because
 * the device was offline changes when the device is online again: then the user can try again.
 */
export function useErrorWords(error: unknown): string {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const isOver = isOnline && isProblem(error, "offline") && error.isUnsent;
  return isOver ? onlineAgain : explain(error);
}

const onlineAgain = "You were offline and nothing was sent. You are online again: try again.";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
