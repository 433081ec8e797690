import pg from "pg";
import { AppError } from "@/lib/errors";
import { uniqueViolation } from "@/lib/store/write/unique-violation";

/**
 * Translates an error of PostgreSQL or of its connection: a unique violation is `conflict`; a lost
 * or refused connection, a full disk or a lock timeout is `unavailable`. Any other error is
 * returned unchanged.
 */
export function translated(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "23505") return uniqueViolation(violatedColumns(error));
  if (code === "22021") {
    return new AppError("validation", "A text of the request holds NUL, which cannot be kept.");
  }
  const [, trouble] = troubles.find(([prefix]) => code.startsWith(prefix)) ?? [];
  if (trouble !== undefined) return unavailable(trouble, error);
  return isLost(error) ? unavailable(unreachable, error) : error;
}

/** Returns true when the statement exceeded its time limit. */
export function isTimedOut(error: unknown): boolean {
  return codeOf(error) === "57014";
}

/** Returns true when the statement waited too long for a lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** Returns true when a retry of the same transaction may succeed. */
export function isConflictOfTransactions(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/**
 * Returns true for the violation of a unique index over several projects, such as that of slugs,
 * ids or idempotency keys.
 */
export function isConflictOfProjects(error: unknown): boolean {
  return codeOf(error) === "23505" && !violatedColumns(error).includes("projectId");
}

/**
 * Returns true when the connection is unusable: lost, being closed, or to a server that no longer
 * takes writes.
 */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (lostCodes.some((prefix) => code.startsWith(prefix))) return true;
  return error instanceof Error && lostMessages.test(error.message);
}

/** Returns the error of a temporarily unavailable database; `cause` is the original error. */
export function unavailable(detail: string, cause?: unknown): AppError {
  return new AppError("unavailable", detail, { retryAfterSeconds: 2 }, { cause });
}

const unreachable = "The database cannot be reached at the moment.";

/** No connection can be made: no host answers, or none that answers takes writes. */
export class Unreachable extends AppError {
  constructor(cause: unknown) {
    super("unavailable", unreachable, { retryAfterSeconds: 2 }, { cause });
  }
}

/**
 * Messages by SQLSTATE or a prefix of one (PostgreSQL, appendix A), or by the system's error name.
 */
const troubles: readonly (readonly [string, string])[] = [
  ["40", "The database was busy with other changes of the same records."],
  ["55P03", "The database is busy with other writes."],
  ["57014", "The database took too long to answer."],
  ["25006", "The database can be read but not written at the moment."],
  ["53100", "The disk of the database is full."],
  ["53", "The database has no room for more connections or work at the moment."],
  ["58", "The disk of the database does not answer as it should."],
  ["57P", unreachable],
  ["25P03", unreachable],
  ["08", unreachable],
  ["55000", unreachable],
  ["28", "The database does not let Tocsin in at the moment."],
  ["3D000", "The database is not there at the moment."],
];

const lostCodes = [
  "08",
  "57P",
  "25006",
  "25P03",
  "ECONN",
  "EPIPE",
  "ENOTFOUND",
  "EAI_",
  "ETIMEDOUT",
  "EHOST",
  "ENET",
  "ENOENT",
  "EADDR",
];

/** Errors to which the driver gives no code. */
const lostMessages =
  /Connection terminated|not queryable|Query read timeout|timeout exceeded|Cannot use a pool after|server does not support SSL/i;

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/**
 * Parses the detail `Key ("projectId", title__lower)=(…) already exists.`, in the server's
 * language.
 */
function violatedColumns(error: unknown): string[] {
  const detail = error instanceof pg.DatabaseError ? (error.detail ?? "") : "";
  const [, columns = ""] = /\((.*?)\)=\(/s.exec(detail) ?? [];
  return columns.split(", ").map((column) => column.replace(/^"|"$/g, ""));
}
