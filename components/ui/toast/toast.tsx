import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { copyToClipboard } from "@/components/ui/copy-to-clipboard";
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

/** Closes the shown failures of this title: the action has been tried again. */
export function closeFailures(title: string): void {
  if (!isWanted) return;
  void load().then(({ queue }) => {
    for (const { key, content } of queue.visibleToasts) {
      if (content.tone === "danger" && content.title === title) queue.close(key);
    }
  });
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

/** Shows which fields another user changed meanwhile; nothing if there are none. */
export function notifyMerged(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const detail = `Their changes to ${fields.join(", ")} were kept.`;
  notify({ title: "Another user also changed this record", detail });
}

/** Copies a text and shows a toast. If the browser refuses, shows the text to be copied by hand. */
export async function copyWithToast(text: string): Promise<void> {
  const copied = await copyToClipboard(text);
  notify({ title: copied ? "Copied" : "Copy failed. Select the text and copy it.", detail: text });
}
