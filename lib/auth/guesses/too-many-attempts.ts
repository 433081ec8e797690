import { AppError } from "@/lib/errors";

/** Returns the `too_many_requests` for guesses at passwords and links, the same for all targets. */
export function tooManyAttempts(waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new AppError(
    "too_many_requests",
    `Too many attempts from your address. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds },
  );
}
