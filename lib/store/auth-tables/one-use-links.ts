import { sql } from "kysely";
import type { LinkReader, LinkWriter } from "@/lib/store/port/auth-tables";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { queryRows, runStatement } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";

const links = sql.table("auth_verification");

export function linkReader(context: ReadContext): LinkReader {
  return {
    async oneUseLink(name) {
      const [row] = await queryRows(context, "one-use link", (values) => {
        const param = values.add(name);
        return () =>
          sql`select value, "expiresAt" from ${links} where identifier = ${param} order by "createdAt" desc`;
      });
      return row && { name, value: String(row[0]), expiresAt: instantOf(row[1]) };
    },
  };
}

export function linkWriter(context: ReadContext, now: () => Date): LinkWriter {
  const deleteOneUseLink = async (name: string) => {
    await runStatement(context, "delete one-use link", (values) => {
      const param = values.add(name);
      return () => sql`delete from ${links} where identifier = ${param}`;
    });
  };
  return {
    deleteOneUseLink,
    deleteExpiredLinks: (at, most) =>
      runStatement(context, "delete expired links", (values) => {
        const [end, limit] = [at.toISOString(), most].map((cell) => values.add(cell));
        return () =>
          sql`delete from ${links} where id in (select id from ${links} where "expiresAt" <= ${end} limit ${limit})`;
      }),
    async putOneUseLink({ name, value, expiresAt }) {
      await deleteOneUseLink(name);
      await runStatement(context, "put one-use link", (values) => {
        const at = now().toISOString();
        const cells = [newId(), name, value, expiresAt.toISOString(), at, at];
        const params = sql.join(cells.map((cell) => values.add(cell)));
        return () =>
          sql`insert into ${links} (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values (${params})`;
      });
    },
  };
}
