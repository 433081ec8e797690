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
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";
import { rowsOfEach } from "./rows-of-each";

const sessions = sql.table("auth_session");
const columns = sql.raw(
  'id, "userId", token, "createdAt", "updatedAt", "expiresAt", "confirmedAt", "ipAddress", "userAgent"',
);

export function sessionReader(context: ReadContext): SessionReader {
  return {
    async session(tokenHash) {
      const [row] = await queryRows(context, "session", (values) => {
        const token = values.add(tokenHash);
        return () => sql`select ${columns} from ${sessions} where token = ${token}`;
      });
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
  return {
    async insertSession({ userId, tokenHash, createdAt, expiresAt, address, userAgent }) {
      await runStatement(context, "insert session", (values) => {
        const [at, end] = [createdAt.toISOString(), expiresAt.toISOString()];
        const cells = [newId(), userId, tokenHash, at, at, end, address, userAgent];
        const params = sql.join(cells.map((cell) => values.add(cell)));
        return () =>
          sql`insert into ${sessions} (id, "userId", token, "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent") values (${params})`;
      });
    },
    async noteSessionUse(tokenHash, now) {
      await runStatement(context, "note session use", (values) => {
        const [token, at] = [tokenHash, now.toISOString()].map((cell) => values.add(cell));
        return () => sql`update ${sessions} set "updatedAt" = ${at} where token = ${token}`;
      });
    },
    async confirmSession(tokenHash, now) {
      onWrite(sessionsPath);
      await runStatement(context, "confirm session", (values) => {
        const [token, at] = [tokenHash, now.toISOString()].map((cell) => values.add(cell));
        return () =>
          sql`update ${sessions} set "confirmedAt" = ${at}, "updatedAt" = ${at} where token = ${token}`;
      });
    },
    async deleteSessions(tokenHashes) {
      onWrite(sessionsPath);
      let deleted = 0;
      for (const tokenHash of tokenHashes) {
        deleted += await runStatement(context, "delete session", (values) => {
          const token = values.add(tokenHash);
          return () => sql`delete from ${sessions} where token = ${token}`;
        });
      }
      return deleted;
    },
    deleteExpiredSessions: (at, idleSince, most) =>
      runStatement(context, "delete expired sessions", (values) => {
        const cells = [at.toISOString(), idleSince.toISOString(), most];
        const [end, unused, limit] = cells.map((cell) => values.add(cell));
        return () =>
          sql`delete from ${sessions} where id in (select id from ${sessions} where "expiresAt" <= ${end} or "updatedAt" <= ${unused} limit ${limit})`;
      }),
  };
}
