import { sql } from "kysely";
import type { AccountReader, AccountWriter } from "@/lib/store/port/auth-tables";
import type { Sql } from "@/lib/store/port/engine";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";
import { rowsOfEach } from "./rows-of-each";

const users = sql.table("auth_user");
const accounts = sql.table("auth_account");
/** The provider of the rows that hold a password. */
const byPassword = sql.lit("credential");

export function accountReader(context: ReadContext): AccountReader {
  const { rows } = statementsOn(context);
  return {
    // One query for any address, so that all take the same time.
    async accountOf(email) {
      const [row] =
        await rows`select u.id, a.password from ${users} as u left join ${accounts} as a on a."userId" = u.id and a."providerId" = ${byPassword} where u.email = ${email.toLowerCase()}`;
      return row && { id: String(row[0]), passwordHash: hashIn(row[1]) };
    },
    async passwordHashOf(userId) {
      const [row] =
        await rows`select password from ${accounts} where "userId" = ${userId} and "providerId" = ${byPassword}`;
      return hashIn(row?.[0]);
    },
    async accountDates(userIds) {
      const find = (list: Sql) => sql`select id, "createdAt" from ${users} where id in (${list})`;
      const found = await rowsOfEach(context, "account dates", userIds, find);
      return new Map(found.map(([id, createdAt]) => [String(id), instantOf(createdAt)]));
    },
  };
}

function hashIn(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

export function accountWriter(context: ReadContext, now: () => Date): AccountWriter {
  const { run } = statementsOn(context);
  const { encode } = context.statements.dialect.storage.boolean;
  return {
    async insertAccount({ id, email, name, passwordHash }) {
      const at = now().toISOString();
      const user = [id, email.toLowerCase(), name, encode?.(true) ?? true, at, at];
      await run`insert into ${users} (id, email, name, "emailVerified", "createdAt", "updatedAt") values (${user})`;
      const account = [newId(), id, id, passwordHash, at, at];
      await run`insert into ${accounts} (id, "accountId", "userId", password, "createdAt", "updatedAt", "providerId") values (${account}, ${byPassword})`;
    },
    async renameAccount(userId, name) {
      const at = now().toISOString();
      await run`update ${users} set name = ${name}, "updatedAt" = ${at} where id = ${userId}`;
    },
    async setPasswordHash(userId, passwordHash) {
      const at = now().toISOString();
      await run`update ${accounts} set password = ${passwordHash}, "updatedAt" = ${at} where "userId" = ${userId} and "providerId" = ${byPassword}`;
    },
  };
}
