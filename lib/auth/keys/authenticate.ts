import type { Caller } from "@/lib/auth/grants/caller";
import { AppError } from "@/lib/errors";
import type { Store } from "@/lib/store/port/store";
import { callerOfKey } from "./api-keys";

/** A key as sent, and the name of its header. */
interface Sent {
  readonly header: string;
  readonly value: string;
}

/**
 * Returns the caller by a key (reference, Authentication). Throws `unauthenticated`, with the same
 * text for every defect of a key in the same header, so that the response reveals nothing.
 */
export async function authenticate(
  store: Store,
  sent: Sent | undefined,
  now: Date,
): Promise<Caller> {
  const caller = await callerOfKey(store, sent?.value, now);
  if (caller) return caller;
  const found = sent ? `The header "${sent.header}" holds no valid API key. ` : "";
  throw new AppError("unauthenticated", `${found}Send a valid API key in the header "ApiKey".`);
}
