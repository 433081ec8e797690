import { getHeapStatistics } from "node:v8";
import { AppError } from "@/lib/errors";

/** Maximum memory of all long replies: min(heap limit / 6, 256 MB). */
const mostBytes = Math.min(256_000_000, Math.floor(getHeapStatistics().heap_size_limit / 6));
/** Maximum memory of one caller, so that a slow reader leaves memory for others. */
const mostOfOne = mostBytes / 3;

let underWay = 0;
const byCaller = new Map<string, number>();
const waiting: { readonly callerScope: string; readonly bytes: number; readonly go: () => void }[] =
  [];

/** Releases reserved memory. Further calls do nothing. */
export type Release = () => void;

/**
 * Reserves memory for a long reply before it begins. Throws 429 if the replies of the caller would
 * exceed a third of the limit, and 503 if those of the process would exceed the limit. The caller's
 * only long reply passes the first check, the process's only one the second.
 */
export function reserveMemory(callerScope: string, bytes: number): Release {
  if (!hasShare(callerScope, bytes)) {
    const detail =
      "Your other responses are still open and use your share of memory. Read or close them, then send the request again.";
    throw new AppError("too_many_requests", detail, { retryAfterSeconds: 5 });
  }
  if (!isFree(bytes)) {
    const detail =
      "The server is sending other long replies and has no memory left for this one. Send the request again in some seconds, or ask for fewer or shorter records.";
    throw new AppError("unavailable", detail, { retryAfterSeconds: 5 });
  }
  return taken(callerScope, bytes);
}

/** Reserves memory for a part of a reply that has begun, as soon as it is free. */
export async function reserveMemoryWhenFree(callerScope: string, bytes: number): Promise<Release> {
  const isBehind = waiting.some((other) => hasShare(other.callerScope, other.bytes));
  if (isBehind || !isFree(bytes) || !hasShare(callerScope, bytes)) {
    await new Promise<void>((go) => waiting.push({ callerScope, bytes, go }));
  }
  return taken(callerScope, bytes);
}

function isFree(bytes: number): boolean {
  return underWay === 0 || underWay + bytes <= mostBytes;
}

function hasShare(callerScope: string, bytes: number): boolean {
  const held = byCaller.get(callerScope) ?? 0;
  return held === 0 || held + bytes <= mostOfOne;
}

function taken(callerScope: string, bytes: number): Release {
  underWay += bytes;
  byCaller.set(callerScope, (byCaller.get(callerScope) ?? 0) + bytes);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    underWay -= bytes;
    const held = (byCaller.get(callerScope) ?? 0) - bytes;
    if (held > 0) byCaller.set(callerScope, held);
    else byCaller.delete(callerScope);
    letNextGo();
  };
}

function letNextGo(): void {
  // Skips callers that hold their full share, so that they do not block the queue.
  const place = waiting.findIndex(({ callerScope, bytes }) => hasShare(callerScope, bytes));
  const next = waiting[place];
  if (!next || !isFree(next.bytes)) return;
  waiting.splice(place, 1);
  next.go();
  // It reserves its bytes when it resumes. Then another one may fit too.
  setImmediate(letNextGo);
}
