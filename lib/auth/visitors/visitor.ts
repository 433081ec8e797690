import { createHmac, timingSafeEqual } from "node:crypto";
import { isHashOf } from "@/lib/auth/passwords/hashed-string";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
import type { Row } from "@/lib/schema/row";
import { isUuid } from "@/lib/schema/values/uuid";
import type { Reader } from "@/lib/store/port/store";

/** How long a visitor of a private status page stays signed in, in milliseconds. */
export const visitForMs = 14 * 24 * 60 * 60 * 1000;

/** A private status page: its columns `_id`, `projectId` and `publishedAt`. */
type Page = Row;

/** A private user whose password was right. */
export interface Visitor {
  readonly userId: string;
  readonly passwordHash: string;
}

/** The result of trying a password. */
interface TriedVisitor {
  /** The private user of the e-mail, if there is one. */
  readonly userId: string | undefined;
  /** Undefined for a wrong password. */
  readonly visitor: Visitor | undefined;
}

/**
 * Tries a password of the private user of a page with this e-mail. Takes as long if there is none.
 * Of several users with it, the newest with a password counts. Users of single sign-on have none.
 */
export async function tryVisitor(
  reader: Reader,
  page: Page,
  email: string,
  password: string,
): Promise<TriedVisitor> {
  const users = await reader.find(statusPagePrivateUser, {
    ...{ projects: [String(page.projectId)], columns: ["_id", "password"], limit: 1 },
    filter: {
      op: "and",
      filters: [
        { op: "eq", column: "statusPageId", value: String(page._id) },
        { op: "eq", column: "email", value: email.trim().slice(0, longestEmail) },
        { op: "notNull", column: "password" },
        { op: "eq", column: "isSsoUser", value: false, orNull: true },
      ],
    },
    sort: [{ column: "createdAt", direction: "desc" }],
  });
  const [user] = users;
  const passwordHash = typeof user?.password === "string" ? user.password : undefined;
  const isRight = await isHashOf(password, passwordHash, "visitors of status pages");
  if (!user || passwordHash === undefined) return { userId: undefined, visitor: undefined };
  const userId = String(user._id);
  return { userId, visitor: isRight ? { userId, passwordHash } : undefined };
}

/** The longest e-mail address, in characters. */
const longestEmail = 320;

/**
 * Returns a token that proves a visitor to `isVisitor` until `visitForMs` have passed. It ends with
 * the private user, its password, and the publication of the page.
 */
export function visitorToken(secret: string, page: Page, visitor: Visitor, now: Date): string {
  const until = Math.floor((now.getTime() + visitForMs) / 1_000);
  return `${visitor.userId}.${until}.${proofOf(secret, page, visitor, until)}`;
}

/** Returns true if a token belongs to a private user who may still see this page. */
export async function isVisitor(
  reader: Reader,
  secret: string,
  page: Page,
  token: string,
  now: Date,
): Promise<boolean> {
  const [userId = "", until = "", proof = ""] = token.split(".");
  if (!isUuid(userId) || !/^\d{1,12}$/.test(until)) return false;
  if (Number(until) * 1_000 <= now.getTime()) return false;
  const [user] = await reader.find(statusPagePrivateUser, {
    ...{ projects: [String(page.projectId)], columns: visitorColumns },
    ...{ filter: { op: "eq", column: "_id", value: userId.toLowerCase() }, limit: 1 },
  });
  if (typeof user?.password !== "string" || user.statusPageId !== page._id) return false;
  if (page.requireSsoForLogin === true || user.isSsoUser === true) return false;
  const visitor = { userId, passwordHash: user.password };
  return isEqual(proof, proofOf(secret, page, visitor, Number(until)));
}

const visitorColumns = ["_id", "statusPageId", "password", "isSsoUser"];

function proofOf(secret: string, page: Page, visitor: Visitor, until: number): string {
  const { userId, passwordHash } = visitor;
  const parts = [page._id, page.publishedAt, userId, until, passwordHash];
  return createHmac("sha256", secret)
    .update(`visitor of a status page ${JSON.stringify(parts)}`)
    .digest("base64url");
}

function isEqual(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
