import type { StoryQuery } from "@/lib/contract/records/story";
import { invalid } from "@/lib/errors";
import { fieldFault } from "@/lib/schema/pointer";
import { toUtcDate } from "@/lib/schema/values/dates";
import { isUuid } from "@/lib/schema/values/uuid";
import type { StoryPosition } from "./story-page";

/** Returns a text for a position in a story. Clients return it unchanged. */
export function storyCursor(order: StoryQuery["order"], { at, id }: StoryPosition): string {
  return Buffer.from(JSON.stringify([order, at, id])).toString("base64url");
}

/**
 * Returns the position behind which a page begins; undefined for the first page. Throws a 400 for a
 * text that is no cursor of this order.
 */
export function startOf({ cursor = "", order, at }: StoryQuery): StoryPosition | undefined {
  if (cursor !== "") return readCursor(cursor, order);
  if (at === undefined) return undefined;
  return { at, id: order === "asc" ? firstId : lastId };
}

const firstId = "00000000-0000-0000-0000-000000000000";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

function readCursor(cursor: string, order: StoryQuery["order"]): StoryPosition {
  const [name, at, id] = parse(cursor);
  const isRead = name === order && typeof at === "string" && typeof id === "string";
  if (isRead && toUtcDate(at) === at && isUuid(id)) return { at, id };
  const problem =
    "must be the nextCursor of a page with the same order, or empty for the first page";
  throw invalid([fieldFault("cursor", problem)]);
}

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
