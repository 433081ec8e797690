import { type Fault, invalid } from "@/lib/errors";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { fieldFault } from "@/lib/schema/pointer";

/** The requested part of a list. */
export interface Paging {
  readonly limit: number;
  readonly skip: number;
  readonly count: "exact" | "none";
  readonly cursor?: string;
}

const defaultLimit = 10;
const maxLimit = 100;
/** Highest `skip`. */
export const maxSkip = 1_000_000;

/**
 * Reads `limit`, `skip`, `count` and `cursor` from the query string, else from the body. A limit
 * above 100 becomes 100, or is refused above `largestLimit` if that is given. Throws a 400 that
 * lists every invalid value.
 */
export function readPaging(
  query: URLSearchParams,
  body: JsonObject,
  largestLimit?: number,
): Paging {
  const faults: Fault[] = [];
  const sent = (name: string): JsonValue | undefined => query.get(name) ?? body[name];
  const limit = limitOf(sent("limit"), largestLimit, faults);
  const skip = wholeNumber("skip", sent("skip"), 0, faults);
  if (skip > maxSkip)
    faults.push(fieldFault("skip", "must be at most 1,000,000: use cursor instead"));
  const count = sent("count");
  // Some clients send null in place of the cursor that they do not have yet.
  const cursor = firstPage.has(sent("cursor")) ? "" : sent("cursor");
  if (count !== undefined && count !== "exact" && count !== "none") {
    faults.push(fieldFault("count", 'must be "exact" or "none"'));
  }
  if (cursor !== undefined && typeof cursor !== "string") {
    faults.push(
      fieldFault("cursor", 'must be text: "" or null for the first page, then nextCursor'),
    );
  }
  if (faults.length > 0) throw invalid(faults);
  return {
    limit,
    skip,
    count: count === "none" ? "none" : "exact",
    ...(typeof cursor === "string" && { cursor }),
  };
}

function limitOf(
  sent: JsonValue | undefined,
  largest: number | undefined,
  faults: Fault[],
): number {
  const limit = wholeNumber("limit", sent, defaultLimit, faults);
  if (largest !== undefined && (limit === 0 || limit > largest)) {
    const range = `must be a whole number from 1 to ${largest.toLocaleString("en")}`;
    faults.push(fieldFault("limit", range));
  } else if (limit === 0) faults.push(fieldFault("limit", ranges.limit));
  return Math.min(limit, largest ?? maxLimit);
}

/** `null` of a body, and the same as text of a query string, which is no cursor of ours. */
const firstPage: ReadonlySet<JsonValue | undefined> = new Set([null, "null"]);

const ranges = {
  limit: "must be a whole number from 1 to 100",
  skip: "must be a whole number from 0 to 1,000,000",
};

function wholeNumber(
  name: keyof typeof ranges,
  sent: JsonValue | undefined,
  absent: number,
  faults: Fault[],
): number {
  if (sent === undefined) return absent;
  const value = typeof sent === "string" && /^\d+$/.test(sent) ? Number(sent) : sent;
  if (typeof value === "number" && value >= 0 && Number.isInteger(Math.min(value, 1e15)))
    return value;
  faults.push(fieldFault(name, ranges[name]));
  return absent;
}
