import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

/** A connection problem. */
export interface Trouble {
  /**
   * `offline`: the device has no network. `unreachable`: the server does not respond.
   * `unavailable`: it responds that it cannot serve now.
   */
  readonly kind: "offline" | "unreachable" | "unavailable";
  /** Delay that the server requests before the next try. */
  readonly retryAfterMs?: number | undefined;
}

/** Returns false if the device has no network. Only browsers know; elsewhere the result is true. */
export function isDeviceOnline(): boolean {
  const { navigator: device } = globalThis as { readonly navigator?: Partial<Navigator> };
  return device?.onLine !== false;
}

/** Reports that the server did not respond to a call. */
export function reportUnreachable(): void {
  reportTrouble({ kind: isDeviceOnline() ? "unreachable" : "offline" });
}

/** Reports a connection problem of a call. */
export function reportTrouble(trouble: Trouble): void {
  since = performance.now();
  if (current?.kind === trouble.kind && current.retryAfterMs === trouble.retryAfterMs) return;
  tell(trouble);
}

/**
 * Reports that the server responded to a request sent at `sentAt` (`performance.now`). A request
 * that was pending when the problem began does not clear it. Returns true if no problem remains.
 */
export function reportReachable(sentAt: number): boolean {
  if (current && sentAt >= since) tell(undefined);
  return current === undefined;
}

/**
 * Returns the connection problem and a function that retries at once. During a problem the server
 * is polled after the delay it requests, else after 2, 4, 8, then every 15 s. When it responds, all
 * queries are refetched, because a write may have been made although its response was lost.
 */
export function useConnection(): {
  readonly trouble: Trouble | undefined;
  readonly retry: () => void;
} {
  const client = useQueryClient();
  const trouble = useSyncExternalStore(subscribe, () => current, none);
  const [tries, setTries] = useState(0);
  const retry = () => setTries((count) => count + 1);
  // Follows the browser's network events. Only a request can show that the server is back.
  useEffect(() => {
    const gone = () => reportTrouble({ kind: "offline" });
    const back = () => setTries((count) => count + 1);
    window.addEventListener("offline", gone);
    window.addEventListener("online", back);
    return () => {
      window.removeEventListener("offline", gone);
      window.removeEventListener("online", back);
    };
  }, []);
  const hasTrouble = trouble !== undefined;
  const isCutOff = hasTrouble && trouble.kind !== "unavailable";
  // Any response ends a problem of the network. Those of an overloaded server tell nothing.
  useEffect(() => {
    if (!isCutOff) return undefined;
    return () => {
      if (current === undefined) refetchAll(client);
    };
  }, [isCutOff, client]);
  // Polls on a browser timer during a problem. A manual retry restarts the delays.
  useEffect(() => {
    if (!hasTrouble) return undefined;
    return askUntilReached(tries > 0, () => refetchAll(client));
  }, [hasTrouble, tries, client]);
  return { trouble, retry };
}

/** Least and longest time between two refetches of all queries, in milliseconds. */
const leastRestMs = 10_000;
const mostRestMs = 60_000;

let refetchedAt = Number.NEGATIVE_INFINITY;
let restMs = leastRestMs;
let refetch: ReturnType<typeof setTimeout> | undefined;

/**
 * Refetches all queries, at once after a quiet time. The time between two refetches is doubled while
 * each is followed by another problem, as on a network that loses every tenth response.
 */
function refetchAll(client: QueryClient): void {
  clearTimeout(refetch);
  const sinceLastMs = performance.now() - refetchedAt;
  const isQuiet = sinceLastMs > 2 * restMs;
  refetch = setTimeout(
    () => {
      restMs = isQuiet ? leastRestMs : Math.min(2 * restMs, mostRestMs);
      refetchedAt = performance.now();
      void client.invalidateQueries();
    },
    Math.max(0, restMs - sinceLastMs),
  );
}

function askUntilReached(isAskedFor: boolean, onReached: () => void): () => void {
  const ended = new AbortController();
  const ask = async (failures: number) => {
    if (ended.signal.aborted) return;
    const sentAt = performance.now();
    const isReady = await isServerReady(ended.signal);
    if (ended.signal.aborted) return;
    // Another problem may have begun during the request.
    if (isReady && reportReachable(sentAt)) onReached();
    else timer = setTimeout(() => void ask(failures + 1), waitAfter(failures + 1));
  };
  let timer = setTimeout(() => void ask(0), isAskedFor ? 0 : waitAfter(0));
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}

function waitAfter(failures: number): number {
  return current?.retryAfterMs ?? Math.min(2_000 * 2 ** failures, 15_000);
}

/** Returns true if the server responds and can serve; false if it cannot or `signal` aborts. */
export async function isServerReady(signal: AbortSignal | null = null): Promise<boolean> {
  try {
    return (await fetch("/readyz", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/**
 * Resolves when a connection problem begins, changes or ends, when the device is online again, or
 * after `longestMs`.
 */
export function nextConnectionChange(longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      withdraw();
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, longestMs);
    const withdraw = subscribe(end);
    window.addEventListener("online", end);
  });
}

let current: Trouble | undefined;
/** Start of the current problem (`performance.now`). */
let since = 0;
const listeners = new Set<() => void>();

function tell(trouble: Trouble | undefined): void {
  current = trouble;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function none(): undefined {
  return undefined;
}
