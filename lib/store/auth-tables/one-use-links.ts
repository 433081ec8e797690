import { sql } from "kysely";
import type { OneUseLink } from "@/lib/store/port/auth-tables";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";

const links = sql.table("auth_verification");

/** See `AuthReader.oneUseLink`. */
export async function oneUseLink(
  context: ReadContext,
  name: string,
): Promise<OneUseLink | undefined> {
  const [row] = await queryRows(context, "one-use link", (values) => {
    const param = values.add(name);
    return () =>
      sql`select value, "expiresAt" from ${links} where identifier = ${param} order by "createdAt" desc`;
  });
  return row && { name, value: String(row[0]), expiresAt: instantOf(row[1]) };
}

/** See `AuthWriter.putOneUseLink`. */
export async function putOneUseLink(
  context: ReadContext,
  { name, value, expiresAt }: OneUseLink,
  now: Date,
): Promise<void> {
  await deleteOneUseLink(context, name);
  await runStatement(context, "put one-use link", (values) => {
    const [id, nameParam, valueParam] = [newId(), name, value].map((text) => values.add(text));
    const [expires, at] = [expiresAt, now].map((time) => values.add(time.toISOString()));
    return () =>
      sql`insert into ${links} (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values (${id}, ${nameParam}, ${valueParam}, ${expires}, ${at}, ${at})`;
  });
}

/** See `AuthWriter.deleteOneUseLink`. */
export async function deleteOneUseLink(context: ReadContext, name: string): Promise<void> {
  await runStatement(context, "delete one-use link", (values) => {
    const param = values.add(name);
    return () => sql`delete from ${links} where identifier = ${param}`;
  });
}
