"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

/** What keeps the server from answering. */
export interface Trouble {
  /** This device has no network; the server does not answer; it answers that it cannot serve now. */
  readonly kind: "offline" | "unreachable" | "unavailable";
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs?: number | undefined;
}

/** Says that a call could not be served. */
export function reportTrouble(trouble: Trouble): void {
  since = performance.now();
  if (current?.kind === trouble.kind && current.retryAfterMs === trouble.retryAfterMs) return;
  tell(trouble);
}

/**
 * Says that the server has answered what was sent at a time, by `performance.now`. What was on its way when the trouble
 * began tells nothing of it. Answers whether there is none now.
 */
export function reportReachable(sentAt: number): boolean {
  if (current && sentAt >= since) tell(undefined);
  return current === undefined;
}

/**
 * What keeps the server from answering, and a way to try at once. While there is trouble the server is asked again
 * by itself, after as long as it says, else after 2, 4, 8, then every 15 seconds; when it answers, everything shown
 * is asked for anew.
 */
export function useConnection(): {
  readonly trouble: Trouble | undefined;
  readonly retry: () => void;
} {
  const client = useQueryClient();
  const trouble = useSyncExternalStore(subscribe, () => current, none);
  const [tries, setTries] = useState(0);
  const retry = () => setTries((count) => count + 1);
  // The network is the browser's: it says when it goes, and asking is the only way to know that the server is back.
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
  // Asks on a timer of the browser for as long as there is trouble; a try by hand begins the row of waits again.
  useEffect(() => {
    if (!hasTrouble) return undefined;
    const refresh = () => void client.invalidateQueries();
    return askUntilReached(tries > 0, refresh);
  }, [hasTrouble, tries, client]);
  return { trouble, retry };
}

function askUntilReached(isAskedFor: boolean, onReached: () => void): () => void {
  const ended = new AbortController();
  const ask = async (failures: number) => {
    if (ended.signal.aborted) return;
    const sentAt = performance.now();
    const isReady = await isServerReady(ended.signal);
    if (ended.signal.aborted) return;
    // Other trouble may have come while it was asked.
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

/** Whether the server answers and can serve; false when `signal` ends the question. */
export async function isServerReady(signal: AbortSignal | null = null): Promise<boolean> {
  try {
    return (await fetch("/readyz", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Resolves when trouble comes, changes or ends, or the device has a network again; after `longestMs` at the latest. */
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
/** When it began. */
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
