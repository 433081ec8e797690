import { callerScope } from "@/lib/auth/grants/caller-scope";
import { AppError } from "@/lib/errors";
import type { Context } from "@/lib/operations/transaction/context";
import type { Store } from "@/lib/store/port/store";

/** Limits of concurrent exports, for one caller and for all callers of a process. */
const mostOfOne = 4;
const mostInAll = 16;

const underWay = new WeakMap<Store, Map<string, number>>();

/**
 * Acquires an export slot and returns the function that releases it. Throws 429 if this caller has
 * 4 exports in progress, and 503 if the process has 16.
 */
export function takeExportSlot({ store, caller }: Context): () => void {
  const places = underWay.get(store) ?? new Map<string, number>();
  underWay.set(store, places);
  const scope = callerScope(caller);
  const own = places.get(scope) ?? 0;
  if (own >= mostOfOne) {
    const detail = `This caller has ${own} exports under way, the most there may be at once. Send the request again when one of them has ended.`;
    throw new AppError("too_many_requests", detail, { retryAfterSeconds: 5 });
  }
  if ([...places.values()].reduce((sum, one) => sum + one, 0) >= mostInAll) {
    const detail = `The server has ${mostInAll} exports under way, the most there may be at once. Send the request again in some seconds.`;
    throw new AppError("unavailable", detail, { retryAfterSeconds: 5 });
  }
  places.set(scope, own + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const left = (places.get(scope) ?? 1) - 1;
    if (left > 0) places.set(scope, left);
    else places.delete(scope);
  };
}
