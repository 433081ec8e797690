import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { importWithRetry } from "@/lib/client/http/import-with-retry";

export interface ToastMessage {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly tone?: "normal" | "danger";
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

const load = () => importWithRetry(() => import("./toast-content"));
const ToastRegionContent = lazyWithRetry(async () => (await load()).ToastRegionContent);

let isWanted = false;
const listeners = new Set<() => void>();

/**
 * Shows a toast that something was done or has failed. It disappears after 6 seconds, unless it
 * reports a failure. (The content policy rejects libraries that add their own style element.)
 */
export function notify(note: ToastMessage): void {
  void load().then(({ queue }) =>
    queue.add(note, note.tone === "danger" ? {} : { timeout: 6_000 }),
  );
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Container of the toasts; once per page, last in the body. Loaded with the first toast. */
export function Toasts() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
  return <Suspense>{isShown && <ToastRegionContent />}</Suspense>;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
