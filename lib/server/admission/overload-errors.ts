import { AppError } from "@/lib/errors";

// One object per error for all requests, because a stack trace costs more than a rejection.

/** The error for a request that waits too long for admission. */
export const serverOverloaded = new AppError(
  "unavailable",
  "The server is overloaded. Send the request again in a second.",
  { retryAfterSeconds: 1, notBegun: true },
);

/** The error for a request whose caller is over its fair share while others wait. */
export const callerOverShare = new AppError(
  "too_many_requests",
  "The server is overloaded, and you use more than your share of it. Send fewer requests at once, and this one again in a second.",
  { retryAfterSeconds: 1, notBegun: true },
);

/** Returns true for either error. No work was begun for the request. */
export function isOverloadError(error: unknown): error is AppError {
  return error === serverOverloaded || error === callerOverShare;
}
