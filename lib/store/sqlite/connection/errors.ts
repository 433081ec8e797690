import { SqliteError } from "better-sqlite3";
import { AppError } from "@/lib/errors";
import { uniqueViolation } from "@/lib/store/write/unique-violation";

/**
 * Translates an error of SQLite: a unique violation is `conflict`; a full, read-only or failing
 * disk is `unavailable`, with SQLite's own error as its cause for the log. Any other error is
 * returned unchanged.
 */
export function translated(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  if (uniqueViolationCodes.has(error.code)) return taken(error.message);
  const [, trouble] = troubles.find(([prefix]) => error.code.startsWith(prefix)) ?? [];
  if (trouble === undefined) return error;
  return new AppError("unavailable", trouble, { retryAfterSeconds: 5 }, { cause: error });
}

const uniqueViolationCodes = new Set([
  "SQLITE_CONSTRAINT_UNIQUE",
  "SQLITE_CONSTRAINT_PRIMARYKEY",
  "SQLITE_CONSTRAINT_ROWID",
]);

const troubles: readonly (readonly [string, string])[] = [
  ["SQLITE_FULL", "The disk of the database is full."],
  ["SQLITE_IOERR", "The disk of the database does not answer as it should."],
  ["SQLITE_READONLY", "The database can be read but not written at the moment."],
  ["SQLITE_CANTOPEN", "The database cannot be reached at the moment."],
  ["SQLITE_BUSY", "The database is busy."],
  ["SQLITE_NOMEM", "There is no memory left for this request."],
];

/** Parses `UNIQUE constraint failed: incident.projectId, incident.title__lower`. */
function taken(message: string): AppError {
  const columns = message.slice(message.indexOf(": ") + 2).split(", ");
  return uniqueViolation(columns.map((column) => column.slice(column.indexOf(".") + 1)));
}
