import { AppError } from "@/lib/errors";

/** The error of a request whose page cannot be rendered, because its thread has ended or fails. */
export function pageUnavailable(): AppError {
  return new AppError("unavailable", "The page could not be rendered. Load it again.", {
    retryAfterSeconds: 5,
  });
}
