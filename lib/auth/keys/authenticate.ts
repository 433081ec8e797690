import type { Caller } from "@/lib/auth/grants/caller";
import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/port/store";
import { callerOfKey } from "./api-keys";

/**
 * Returns the caller by the header `ApiKey` (reference, Authentication). Throws the same
 * `unauthenticated` for every defect of the header, so that the response reveals nothing.
 */
export async function authenticate(
  store: Store,
  headers: Readonly<Record<string, string | undefined>>,
  now: Date,
): Promise<Caller> {
  const caller = await callerOfKey(store, headers["apikey"], now);
  if (caller) return caller;
  throw new AppError("unauthenticated", 'Send a valid API key in the header "ApiKey".');
}
