import { AppError } from "@/lib/errors";
import { latestVersion } from "./migrations";

/** Called once when a newer version of Tocsin has superseded the schema. */
export type SchemaSupersededHook = (error: AppError) => void;

/**
 * Returns a function that throws `unavailable` when the schema version is newer than this process:
 * it would omit data that the newer version stores beside each record.
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
  "A newer version of Tocsin has upgraded the database, so this server is read-only until it is restarted with that version. Nothing was written. Send the request again, to another server if there is one.";
