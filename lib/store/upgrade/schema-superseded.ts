import { AppError } from "@/lib/errors";
import { latestVersion } from "./migrations";

/** Called once when a newer version of Tocsin is found to have taken the database over. */
export type SchemaSupersededHook = (error: AppError) => void;

/**
 * Answers a function that takes the version of the database's tables and throws `unavailable` when it is newer than
 * what this process knows: it would leave out what the newer one keeps beside each record.
 */
export function refuseSuperseded(tell: SchemaSupersededHook): (version: number) => void {
  let isTold = false;
  return (version) => {
    if (version <= latestVersion) return;
    const error = new AppError("unavailable", detail, { retryAfterSeconds: 10 });
    if (!isTold) tell(error);
    isTold = true;
    throw error;
  };
}

const detail =
  "A newer version of Tocsin has taken over the database, so this server only reads until it is restarted with that version. Nothing was written: send the request again, to another server if there is one.";
