import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { CallerCache } from "@/lib/auth/grants/caller-cache";
import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { titlesIn } from "@/lib/auth/keys/issue-key";
import { member, memberStates } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Filter } from "@/lib/schema/filter";
import { sessionsPath } from "@/lib/store/port/auth-tables";
import type { Reader, Store } from "@/lib/store/port/store";
import { isOver } from "./end-session";
import { findSession, hashToken, type Session } from "./session";
import { noteSessionUse } from "./session-use";

/** The caller of a session. */
export interface SignedIn {
  readonly caller: Caller;
  readonly session: Session;
  readonly email: string;
}

/**
 * Returns the caller of a session token with their current rights. Undefined if the session is
 * unknown, ended or idle for too long, or the user is disabled. A change of rights holds from the
 * next call. Throws when the database is away.
 */
export async function callerOfSession(
  store: Store,
  secret: string,
  token: string,
  now: Date,
): Promise<SignedIn | undefined> {
  if (!/^[0-9A-Za-z]{43}$/.test(token)) return undefined;
  const hash = hashToken(secret, token);
  const known = await cache.of(store, hash, now, () => signedInBy(store, hash, now));
  return known && !isOver(known.session, now) ? known : undefined;
}

const cache = new CallerCache<SignedIn>([user.path, member.path, sessionsPath]);

/** Returns the caller of a session as an open transaction sees it; undefined if it has ended. */
export async function callerOfSessionIn(
  reader: Reader,
  { tokenHash }: Session,
  now: Date,
): Promise<Caller | undefined> {
  const session = await findSession(reader, tokenHash, now);
  return session && (await callerOfUser({ reader }, session.userId))?.caller;
}

/** Returns a user as a caller; undefined if unknown or disabled. */
export async function callerOfUser(
  { reader }: { readonly reader: Reader },
  userId: string,
): Promise<{ readonly caller: Caller; readonly email: string } | undefined> {
  const byId = { op: "eq", column: "_id", value: userId } as const;
  const [row] = await reader.find(user, { projects: "all", filter: byId, limit: 1 });
  if (!row || row["disabledAt"] !== null) return undefined;
  const email = String(row["email"]);
  const name = typeof row["name"] === "string" && row["name"] !== "" ? row["name"] : email;
  return {
    caller: { type: "user", id: userId, name, grants: await grantsOf(reader, userId) },
    email,
  };
}

async function grantsOf(reader: Reader, userId: string): Promise<Caller["grants"]> {
  const filter = activeMembershipsOf(userId);
  const columns = ["projectId", "permissions"];
  const places = await reader.find(member, { projects: "all", filter, columns });
  const grants = new Map<string, ReadonlySet<string>>(
    places.map((row) => [String(row["projectId"]), new Set(titlesIn(row["permissions"]))]),
  );
  const owners = await deploymentOwners(reader);
  if (owners.includes(userId)) grants.set(everyProject, new Set(["Project Owner"]));
  return grants;
}

/** Returns the filter for a user's active memberships. */
export function activeMembershipsOf(userId: string): Filter {
  const filters: Filter[] = [
    { op: "eq", column: "userId", value: userId },
    { op: "eq", column: "state", value: memberStates.active },
  ];
  return { op: "and", filters };
}

async function signedInBy(store: Store, hash: string, now: Date): Promise<SignedIn | undefined> {
  const session = await findSession(store.reader, hash, now);
  const person = session && (await callerOfUser(store, session.userId));
  if (!session || !person) return undefined;
  noteSessionUse(store, session, now);
  return { ...person, session };
}
