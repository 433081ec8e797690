import { AppError } from "@/lib/errors";

// One of each for all requests: to write down where it happened costs more than to turn a request away.

/** What a request is answered that waits too long for its turn. */
export const serverOverloaded = new AppError(
  "unavailable",
  "The server has too much to do at the moment. Send the request again in a second.",
  { retryAfterSeconds: 1, notBegun: true },
);

/** What a request is answered whose caller waits for more than its share while others wait too. */
export const callerOverShare = new AppError(
  "too_many_requests",
  "The server has too much to do, and you ask for more than your share of it. Send fewer requests at once, and this one again in a second.",
  { retryAfterSeconds: 1, notBegun: true },
);

/** True for one of the two: nothing was begun for the request. */
export function isOverloadError(error: unknown): error is AppError {
  return error === serverOverloaded || error === callerOverShare;
}
