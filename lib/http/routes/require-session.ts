import type { SignedIn } from "@/lib/auth/sessions/session-caller";
import { AppError } from "@/lib/errors";
import type { AccountRequest } from "@/lib/http/guard/public-request";

/** Returns the session of the request. Throws `forbidden` for an API key. */
export function requireSession({ signedIn }: AccountRequest): SignedIn {
  if (signedIn) return signedIn;
  throw new AppError("forbidden", "A key has neither sessions nor a password. Sign in instead.");
}
