import type { ClientBase } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgresUrl } from "@/tests/databases";
import { lend } from "./connection";
import { execute, mostNamed } from "./execute";
import { Servers } from "./servers";

/** The name of the test run, because the process of the tests has named other statements before. */
const run = `run_${process.pid}`;

describe.runIf(process.env["TEST_DATABASE"] === "postgres")("named statements", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers([postgresUrl("postgres")], { size: 1, takesWrites: true });
  });
  afterEach(() => servers.end());

  const ask = (text: string) => lend(servers, (client) => execute(client, text, []));
  const named = "select statement from pg_prepared_statements";
  const namesOf = async (client: ClientBase) =>
    (await client.query<{ statement: string }>(named)).rows.map(({ statement }) => statement);

  it("are not used up by statements that came before", async () => {
    for (let n = 0; n < 2 * mostNamed; n += 1) await ask(`select ${n} as ${run}`);
    const hot = `select 'hot' as ${run}`;
    for (let time = 0; time < 3; time += 1) expect((await ask(hot)).rows).toEqual([["hot"]]);
    expect(await lend(servers, namesOf)).toContain(hot);
  });

  it("are never more than the limit on a connection, in one use of it too", async () => {
    await lend(servers, async (client) => {
      for (let n = 0; n < mostNamed + 50; n += 1) {
        expect((await execute(client, `select ${n} as more_${run}`, [])).rows).toEqual([[n]]);
      }
      expect((await namesOf(client)).length).toBe(mostNamed);
    });
    expect(await lend(servers, namesOf)).toEqual([]);
  });
});
