import { isOwnRequest } from "@/lib/client/http/own-requests";
import type { ChangeEvent } from "@/lib/contract/events";
import type { LiveMessage } from "./live-message";

/** The changes of one record in an interval. A created record counts as created when it changes. */
export interface LiveChange {
  readonly resource: string;
  readonly recordId: string;
  readonly projectId: string | null;
  readonly operation: ChangeEvent["operation"];
}

/** Receives the changes of an interval; `reset` if others may have been missed. */
export type LiveListener = (changes: readonly LiveChange[] | "reset") => void;

/** Interval in which changes are gathered, in milliseconds. */
const gatherMs = 250;
/** With more changes in an interval, the page reads everything again. */
const mostGathered = 1_000;

/** Interval in which a page whose stream is lost reads its data again, in milliseconds. */
const pollMs = 60_000;

const listeners = new Set<LiveListener>();
let gathered = new Map<string, LiveChange>();
let isReset = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let stream: "none" | "open" | "lost" = "none";
let polling: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** Returns true while changes arrive. Otherwise the page asks again from time to time. */
export function isLive(): boolean {
  return stream === "open";
}

/** Returns true while the stream is opened again. The session has not ended, as far as is known. */
export function isLost(): boolean {
  return stream === "lost";
}

/** Calls `watcher` whenever the result of `isLive` or `isLost` changes. Returns a function that ends it. */
export function watchLive(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Registers a listener of changes by others: other users, other tabs, keys. Returns a function that
 * removes it. A hidden page calls its listeners when it is shown.
 */
export function onLiveChanges(listener: LiveListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Takes a message of the connection. While the stream is lost, the listeners are told each minute
 * that changes may have been missed.
 */
export function takeLiveMessage(message: LiveMessage): void {
  if (message.kind === "changes") {
    for (const change of message.changes) gather(change);
  } else if (message.kind === "reset") {
    miss();
  } else {
    setStream(message.kind === "ended" ? "none" : message.kind);
  }
}

/** Forgets the changes that the listeners have not received. */
export function stopLiveChanges(): void {
  clearTimeout(timer);
  timer = undefined;
  gathered = new Map();
  isReset = false;
  setStream("none");
}

function miss(): void {
  isReset = true;
  tellSoon();
}

function setStream(now: typeof stream): void {
  if (stream === now) return;
  stream = now;
  clearInterval(polling);
  polling = now === "lost" ? setInterval(miss, pollMs) : undefined;
  for (const watcher of [...watchers]) watcher();
}

function gather({ resource, recordId, projectId, operation, requestId }: ChangeEvent): void {
  if (isOwnRequest(requestId)) return;
  const key = `${resource}/${recordId}`;
  const isNew = gathered.get(key)?.operation === "create" && operation === "update";
  const change = {
    resource,
    recordId,
    projectId,
    operation: isNew ? "create" : operation,
  } as const;
  gathered.set(key, change);
  if (gathered.size > mostGathered) isReset = true;
  tellSoon();
}

function tellSoon(): void {
  timer ??= setTimeout(tellWhenVisible, gatherMs);
}

function tellWhenVisible(): void {
  if (document.visibilityState === "hidden") {
    document.addEventListener("visibilitychange", tellWhenVisible, { once: true });
    return;
  }
  timer = undefined;
  const told = isReset ? "reset" : [...gathered.values()];
  gathered = new Map();
  isReset = false;
  for (const listener of [...listeners]) listener(told);
}
