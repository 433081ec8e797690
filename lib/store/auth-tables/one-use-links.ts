import { sql } from "kysely";
import type { LinkReader, LinkWriter } from "@/lib/store/port/auth-tables";
import { newId } from "@/lib/store/port/new-id";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { statementsOn } from "@/lib/store/statement/run-statement";
import { instantOf } from "./instant";

const links = sql.table("auth_verification");

export function linkReader(context: ReadContext): LinkReader {
  const { rows } = statementsOn(context);
  return {
    async oneUseLink(name) {
      const [row] =
        await rows`select value, "expiresAt" from ${links} where identifier = ${name} order by "createdAt" desc`;
      return row && { name, value: String(row[0]), expiresAt: instantOf(row[1]) };
    },
  };
}

export function linkWriter(context: ReadContext, now: () => Date): LinkWriter {
  const { run } = statementsOn(context);
  const deleteOneUseLink = async (name: string) => {
    await run`delete from ${links} where identifier = ${name}`;
  };
  return {
    deleteOneUseLink,
    deleteExpiredLinks: (at, most) =>
      run`delete from ${links} where id in (select id from ${links} where "expiresAt" <= ${at.toISOString()} limit ${most})`,
    async putOneUseLink({ name, value, expiresAt }) {
      await deleteOneUseLink(name);
      const at = now().toISOString();
      const link = [newId(), name, value, expiresAt.toISOString(), at, at];
      await run`insert into ${links} (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values (${link})`;
    },
  };
}
