import { sql } from "kysely";
import type { AccountReader, AccountWriter } from "@/lib/store/port/auth-tables";
import type { Sql } from "@/lib/store/port/engine";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";
import { rowsOfEach } from "./rows-of-each";

const users = sql.table("auth_user");
const accounts = sql.table("auth_account");
/** The provider of the rows that hold a password. */
const byPassword = sql.lit("credential");

export function accountReader(context: ReadContext): AccountReader {
  return {
    // One query for any address, so that all take the same time.
    async accountOf(email) {
      const [row] = await queryRows(context, "account of e-mail", (values) => {
        const param = values.add(email.toLowerCase());
        return () =>
          sql`select u.id, a.password from ${users} as u left join ${accounts} as a on a."userId" = u.id and a."providerId" = ${byPassword} where u.email = ${param}`;
      });
      return row && { id: String(row[0]), passwordHash: hashIn(row[1]) };
    },
    async passwordHashOf(userId) {
      const [row] = await queryRows(context, "password of user", (values) => {
        const user = values.add(userId);
        return () =>
          sql`select password from ${accounts} where "userId" = ${user} and "providerId" = ${byPassword}`;
      });
      return hashIn(row?.[0]);
    },
    async accountDates(userIds) {
      const find = (list: Sql) => sql`select id, "createdAt" from ${users} where id in (${list})`;
      const rows = await rowsOfEach(context, "account dates", userIds, find);
      return new Map(rows.map(([id, createdAt]) => [String(id), instantOf(createdAt)]));
    },
  };
}

function hashIn(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

export function accountWriter(context: ReadContext, now: () => Date): AccountWriter {
  const { encode } = context.statements.dialect.storage.boolean;
  return {
    async insertAccount({ id, email, name, passwordHash }) {
      const at = now().toISOString();
      await runStatement(context, "insert account", (values) => {
        const cells = [id, email.toLowerCase(), name, encode?.(true) ?? true, at, at];
        const params = sql.join(cells.map((cell) => values.add(cell)));
        return () =>
          sql`insert into ${users} (id, email, name, "emailVerified", "createdAt", "updatedAt") values (${params})`;
      });
      await runStatement(context, "insert password", (values) => {
        const cells = [newId(), id, id, passwordHash, at, at];
        const params = sql.join(cells.map((cell) => values.add(cell)));
        return () =>
          sql`insert into ${accounts} (id, "accountId", "userId", password, "createdAt", "updatedAt", "providerId") values (${params}, ${byPassword})`;
      });
    },
    async renameAccount(userId, name) {
      await runStatement(context, "rename account", (values) => {
        const [user, title, at] = [userId, name, now().toISOString()].map((cell) =>
          values.add(cell),
        );
        return () =>
          sql`update ${users} set name = ${title}, "updatedAt" = ${at} where id = ${user}`;
      });
    },
    async setPasswordHash(userId, passwordHash) {
      await runStatement(context, "set password", (values) => {
        const cells = [userId, passwordHash, now().toISOString()];
        const [user, hash, at] = cells.map((cell) => values.add(cell));
        return () =>
          sql`update ${accounts} set password = ${hash}, "updatedAt" = ${at} where "userId" = ${user} and "providerId" = ${byPassword}`;
      });
    },
  };
}
