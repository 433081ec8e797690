import { sql } from "kysely";
import type { NewAccount, StoredAccount } from "@/lib/store/port/auth-tables";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";
import { rowsOfEach } from "./rows-of-each";

const users = sql.table("auth_user");
const accounts = sql.table("auth_account");
/** The provider of the rows that hold a password. */
const byPassword = sql.lit("credential");

/** See `AuthReader.accountOf`. One query for any address, so that all take the same time. */
export async function accountOf(
  context: ReadContext,
  email: string,
): Promise<StoredAccount | undefined> {
  const [row] = await queryRows(context, "account of e-mail", (values) => {
    const param = values.add(email.toLowerCase());
    return () =>
      sql`select u.id, a.password from ${users} as u left join ${accounts} as a on a."userId" = u.id and a."providerId" = ${byPassword} where u.email = ${param}`;
  });
  return row && { id: String(row[0]), passwordHash: hashIn(row[1]) };
}

/** See `AuthReader.passwordHashOf`. */
export async function passwordHashOf(
  context: ReadContext,
  userId: string,
): Promise<string | undefined> {
  const [row] = await queryRows(context, "password of user", (values) => {
    const param = values.add(userId);
    return () =>
      sql`select password from ${accounts} where "userId" = ${param} and "providerId" = ${byPassword}`;
  });
  return hashIn(row?.[0]);
}

function hashIn(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

/** See `AuthReader.accountDates`. */
export async function accountDates(
  context: ReadContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await rowsOfEach(
    context,
    "account dates",
    userIds,
    (list) => sql`select id, "createdAt" from ${users} where id in (${list})`,
  );
  return new Map(rows.map(([id, createdAt]) => [String(id), instantOf(createdAt)]));
}

/** See `AuthWriter.insertAccount`. */
export async function insertAccount(
  context: ReadContext,
  { id, email, name, passwordHash }: NewAccount,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await runStatement(context, "insert account", (values) => {
    const [idParam, emailParam, nameParam, atParam] = [id, email.toLowerCase(), name, at].map(
      (value) => values.add(value),
    );
    const isVerified = values.add(
      context.statements.dialect.storage.boolean.encode?.(true) ?? true,
    );
    return () =>
      sql`insert into ${users} (id, email, name, "emailVerified", "createdAt", "updatedAt") values (${idParam}, ${emailParam}, ${nameParam}, ${isVerified}, ${atParam}, ${atParam})`;
  });
  await runStatement(context, "insert password", (values) => {
    const [own, user, hash, atParam] = [newId(), id, passwordHash, at].map((value) =>
      values.add(value),
    );
    return () =>
      sql`insert into ${accounts} (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt") values (${own}, ${user}, ${byPassword}, ${user}, ${hash}, ${atParam}, ${atParam})`;
  });
}

/** See `AuthWriter.renameAccount`. */
export async function renameAccount(
  context: ReadContext,
  userId: string,
  name: string,
  now: Date,
): Promise<void> {
  await runStatement(context, "rename account", (values) => {
    const [id, nameParam, at] = [userId, name, now.toISOString()].map((value) => values.add(value));
    return () => sql`update ${users} set name = ${nameParam}, "updatedAt" = ${at} where id = ${id}`;
  });
}

/** See `AuthWriter.setPasswordHash`. */
export async function setPasswordHash(
  context: ReadContext,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await runStatement(context, "set password", (values) => {
    const [id, hash, at] = [userId, passwordHash, now.toISOString()].map((value) =>
      values.add(value),
    );
    return () =>
      sql`update ${accounts} set password = ${hash}, "updatedAt" = ${at} where "userId" = ${id} and "providerId" = ${byPassword}`;
  });
}
