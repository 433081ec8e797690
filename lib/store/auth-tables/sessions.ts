import { sql } from "kysely";
import type { NewSession, StoredSession } from "@/lib/store/port/auth-tables";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";
import { rowsOfEach } from "./rows-of-each";

const sessions = sql.table("auth_session");
const columns = sql.raw(
  'id, "userId", token, "createdAt", "updatedAt", "expiresAt", "confirmedAt", "ipAddress", "userAgent"',
);

/** See `AuthReader.session`. */
export async function sessionWith(
  context: ReadContext,
  tokenHash: string,
): Promise<StoredSession | undefined> {
  const [row] = await queryRows(context, "session", (values) => {
    const token = values.add(tokenHash);
    return () => sql`select ${columns} from ${sessions} where token = ${token}`;
  });
  return row && sessionOf(row);
}

/** See `AuthReader.sessionsOf`. */
export async function sessionsOf(
  context: ReadContext,
  userIds: readonly string[],
): Promise<StoredSession[]> {
  const rows = await rowsOfEach(
    context,
    "sessions",
    userIds,
    (list) => sql`select ${columns} from ${sessions} where "userId" in (${list})`,
  );
  return rows.map(sessionOf);
}

function sessionOf([id, user, token, created, used, expires, confirmed, ...device]: unknown[]) {
  const [address, userAgent] = device.map((value) => String(value ?? ""));
  return {
    id: String(id),
    userId: String(user),
    tokenHash: String(token),
    createdAt: instantOf(created),
    lastUsedAt: instantOf(used),
    expiresAt: instantOf(expires),
    confirmedAt: confirmed === null ? null : instantOf(confirmed),
    address: address ?? "",
    userAgent: userAgent ?? "",
  };
}

/** See `AuthWriter.insertSession`. */
export async function insertSession(
  context: ReadContext,
  { userId, tokenHash, createdAt, expiresAt, address, userAgent }: NewSession,
): Promise<void> {
  await runStatement(context, "insert session", (values) => {
    const [id, user, token] = [newId(), userId, tokenHash].map((value) => values.add(value));
    const [created, expires] = [createdAt, expiresAt].map((at) => values.add(at.toISOString()));
    const [addressParam, agent] = [address, userAgent].map((value) => values.add(value));
    return () =>
      sql`insert into ${sessions} (id, "userId", token, "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent") values (${id}, ${user}, ${token}, ${created}, ${created}, ${expires}, ${addressParam}, ${agent})`;
  });
}

/** See `AuthWriter.noteSessionUse`. */
export async function noteSessionUse(
  context: ReadContext,
  tokenHash: string,
  now: Date,
): Promise<void> {
  await runStatement(context, "note session use", (values) => {
    const [token, at] = [tokenHash, now.toISOString()].map((value) => values.add(value));
    return () => sql`update ${sessions} set "updatedAt" = ${at} where token = ${token}`;
  });
}

/** See `AuthWriter.confirmSession`. */
export async function confirmSession(
  context: ReadContext,
  tokenHash: string,
  now: Date,
): Promise<void> {
  await runStatement(context, "confirm session", (values) => {
    const [token, at] = [tokenHash, now.toISOString()].map((value) => values.add(value));
    return () =>
      sql`update ${sessions} set "confirmedAt" = ${at}, "updatedAt" = ${at} where token = ${token}`;
  });
}

/** See `AuthWriter.deleteSessions`. */
export async function deleteSessions(
  context: ReadContext,
  tokenHashes: readonly string[],
): Promise<number> {
  let deleted = 0;
  for (const tokenHash of tokenHashes) {
    deleted += await runStatement(context, "delete session", (values) => {
      const token = values.add(tokenHash);
      return () => sql`delete from ${sessions} where token = ${token}`;
    });
  }
  return deleted;
}
