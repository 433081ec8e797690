import type { Caller } from "@/lib/auth/grants/caller";
import { AppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";

/**
 * Throws `other_user` if the header `X-Expected-User` names any other user than the session's. All
 * tabs of a browser share one session, so a page of one user can send its input with the session of
 * another. The header is optional.
 */
export function requireExpectedUser({ headers }: ApiRequest, { id }: Caller): void {
  const expected = headers["x-expected-user"];
  if (expected === undefined || expected === id) return;
  throw new AppError(
    "other_user",
    "Another user is signed in in this browser, so nothing was read or saved. Sign in as yourself again, or reload the page.",
  );
}
