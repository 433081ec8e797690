import pg from "pg";
import { AppError } from "@/lib/errors";
import { uniqueViolation } from "@/lib/store/write/unique-violation";

/**
 * What an error of PostgreSQL or of the way to it means to a caller: a taken unique value is `conflict`, a lost or
 * refused connection, a full disk or a lock that was not given in time is `unavailable`. Everything else comes back
 * as it is.
 */
export function translated(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "23505") return taken(error);
  if (code === "22021") {
    return new AppError("validation", "A text of the request holds NUL, which cannot be kept.");
  }
  const [, trouble] = troubles.find(([prefix]) => code.startsWith(prefix)) ?? [];
  if (trouble !== undefined) return unavailable(trouble, error);
  return isLost(error) ? unavailable(unreachable, error) : error;
}

/** True when the statement was ended because it took too long. */
export function isTimedOut(error: unknown): boolean {
  return codeOf(error) === "57014";
}

/** True when the same transaction, tried again, may well succeed. */
export function isConflictOfTransactions(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** True when the connection is of no more use: gone, being ended, or to a server that takes no writes any more. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (lostCodes.some((prefix) => code.startsWith(prefix))) return true;
  return error instanceof Error && lostMessages.test(error.message);
}

/** The database does not serve now, and may soon; `cause` is what it said itself. */
export function unavailable(detail: string, cause?: unknown): AppError {
  return new AppError("unavailable", detail, { retryAfterSeconds: 2 }, { cause });
}

const unreachable = "The database cannot be reached at the moment.";

/** No connection can be made: nobody is there, or none of those who are takes writes. */
export class Unreachable extends AppError {
  constructor(cause: unknown) {
    super("unavailable", unreachable, { retryAfterSeconds: 2 }, { cause });
  }
}

/** By SQLSTATE or the beginning of one (PostgreSQL, appendix A), or by the name the system gives an error. */
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

/** The driver gives these no code. */
const lostMessages =
  /Connection terminated|not queryable|Query read timeout|timeout exceeded|Cannot use a pool after|server does not support SSL/i;

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** The detail reads `Key ("projectId", title__lower)=(…) already exists.`, in the language of the server. */
function taken(error: unknown): AppError {
  const detail = error instanceof pg.DatabaseError ? (error.detail ?? "") : "";
  const [, columns = ""] = /\((.*?)\)=\(/s.exec(detail) ?? [];
  return uniqueViolation(columns.split(", ").map((column) => column.replace(/^"|"$/g, "")));
}
