import { useSyncExternalStore } from "react";
import { documentTime } from "@/lib/client/document/document-block";
import { watchTime } from "./watch-time";

/** The greatest estimate of the server's time when the page was opened, in milliseconds. */
let start: number | undefined;

/**
 * Learns the time of the server from the header `Date` of a reply. The header is rounded down and
 * the reply takes time, so that each estimate is a little early, and the greatest one is the best.
 */
export function noteServerTime(header: string | null): void {
  const time = Date.parse(header ?? "");
  if (typeof window !== "undefined" && !Number.isNaN(time)) noteTime(time);
}

/**
 * Returns the time of the server in milliseconds since 1970, never later than it is. The clock of
 * the device may be wrong. Before the first reply, the document tells the time.
 */
export function serverTime(): number {
  const opened = start ?? noteTime(documentTime());
  return opened === undefined ? Date.now() : opened + performance.now();
}

/**
 * Returns whether an instant has passed at the server, and shows the change within seconds. In the
 * document and until it is hydrated, the time is that of the document.
 */
export function useHasPassed(instant: string): boolean {
  const time = Date.parse(instant);
  return useSyncExternalStore(
    watchTime,
    () => time <= serverTime(),
    () => time <= (documentTime() ?? Date.now()),
  );
}

function noteTime(time: number | undefined): number | undefined {
  if (time !== undefined) start = Math.max(start ?? 0, time - performance.now());
  return start;
}
