import type { ClientBase } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { postgresUrl } from "@/tests/databases";
import { lend } from "./connection";
import { Pipeline } from "./pipeline";
import { Servers } from "./servers";

describe.runIf(process.env["TEST_DATABASE"] === "postgres")("a pipeline of statements", () => {
  let servers: Servers;
  beforeEach(() => {
    const kind = { size: 1, takesWrites: true, isPipelined: true };
    servers = new Servers([postgresUrl("postgres")], kind);
  });
  afterEach(() => servers.end());

  /** Runs `work` in a transaction that is rolled back. */
  async function inPipeline(work: (pipeline: Pipeline, sent: string[]) => Promise<void>) {
    await lend(servers, async (client: ClientBase) => {
      const sent: string[] = [];
      const pipeline = new Pipeline(client, (text) => sent.push(text));
      await client.query("begin; create temporary table made (n integer primary key)");
      await work(pipeline, sent);
      await client.query("rollback");
    });
  }

  it("runs statements in the order in which they were sent", async () => {
    await inPipeline(async (pipeline) => {
      await pipeline.send("insert into made values ($1)", [1]);
      await pipeline.send("update made set n = n * 10", []);
      expect((await pipeline.rows("select n from made", [])).flat()).toEqual([10]);
      await pipeline.succeeded();
    });
  });

  it("sends every statement before the first answer", async () => {
    await inPipeline(async (pipeline, sent) => {
      const answer = pipeline.rows("select pg_sleep(0.05)", []);
      for (let n = 0; n < 20; n += 1) await pipeline.send("insert into made values ($1)", [n]);
      expect(sent).toHaveLength(21);
      await answer;
      await pipeline.succeeded();
    });
  });

  it("reports the first failure, in place of the refusals that follow it", async () => {
    await inPipeline(async (pipeline) => {
      await pipeline.send("insert into made values ($1)", [1]);
      await pipeline.send("insert into made values ($1)", [1]);
      await pipeline.send("update made set n = 2", []);
      await expect(pipeline.rows("select n from made", [])).rejects.toMatchObject({
        code: "23505",
      });
      await expect(pipeline.succeeded()).rejects.toMatchObject({ code: "23505" });
    });
  });

  it("leaves no failure unhandled that nobody waits for", async () => {
    await inPipeline(async (pipeline) => {
      await pipeline.send("select 1 / 0", []);
      await pipeline.answered();
      await expect(pipeline.succeeded()).rejects.toMatchObject({ code: "22012" });
    });
  });
});
