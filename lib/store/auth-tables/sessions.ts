import { sql } from "kysely";
import {
  type SessionReader,
  type SessionWriter,
  type StoredSession,
  sessionsPath,
} from "@/lib/store/port/auth-tables";
import type { Sql } from "@/lib/store/port/engine";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";
import { rowsOfEach } from "./rows-of-each";

const sessions = sql.table("auth_session");
const columns = sql.raw(
  'id, "userId", token, "createdAt", "updatedAt", "expiresAt", "confirmedAt", "ipAddress", "userAgent"',
);

export function sessionReader(context: ReadContext): SessionReader {
  const { rows } = statementsOn(context);
  return {
    async session(tokenHash) {
      const [row] = await rows`select ${columns} from ${sessions} where token = ${tokenHash}`;
      return row && sessionOf(row);
    },
    async sessionsOf(userIds) {
      const find = (list: Sql) =>
        sql`select ${columns} from ${sessions} where "userId" in (${list})`;
      return (await rowsOfEach(context, "sessions", userIds, find)).map(sessionOf);
    },
  };
}

function sessionOf([
  id,
  userId,
  token,
  created,
  used,
  expires,
  confirmed,
  address,
  agent,
]: unknown[]): StoredSession {
  return {
    ...{ id: String(id), userId: String(userId), tokenHash: String(token) },
    ...{
      createdAt: instantOf(created),
      lastUsedAt: instantOf(used),
      expiresAt: instantOf(expires),
    },
    confirmedAt: confirmed === null ? null : instantOf(confirmed),
    ...{ address: String(address ?? ""), userAgent: String(agent ?? "") },
  };
}

/** `onWrite` gets the path of the sessions when one is confirmed or deleted. */
export function sessionWriter(
  context: ReadContext,
  onWrite: (path: string) => void,
): SessionWriter {
  const { run } = statementsOn(context);
  return {
    async insertSession({ userId, tokenHash, createdAt, expiresAt, address, userAgent }) {
      const [at, end] = [createdAt.toISOString(), expiresAt.toISOString()];
      const session = [newId(), userId, tokenHash, at, at, end, address, userAgent];
      await run`insert into ${sessions} (id, "userId", token, "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent") values (${session})`;
    },
    async noteSessionUse(tokenHash, now) {
      const at = now.toISOString();
      await run`update ${sessions} set "updatedAt" = ${at} where token = ${tokenHash}`;
    },
    async confirmSession(tokenHash, now) {
      onWrite(sessionsPath);
      const at = now.toISOString();
      await run`update ${sessions} set "confirmedAt" = ${at}, "updatedAt" = ${at} where token = ${tokenHash}`;
    },
    async deleteSessions(tokenHashes) {
      onWrite(sessionsPath);
      let deleted = 0;
      for (const tokenHash of tokenHashes) {
        deleted += await run`delete from ${sessions} where token = ${tokenHash}`;
      }
      return deleted;
    },
    deleteExpiredSessions: (at, idleSince, most) =>
      run`delete from ${sessions} where id in (select id from ${sessions} where "expiresAt" <= ${at.toISOString()} or "updatedAt" <= ${idleSince.toISOString()} limit ${most})`,
  };
}
