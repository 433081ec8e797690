import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resources } from "@/lib/resources";
import { type Database, openDatabase } from "@/lib/store/open-store";
import { hasPostgres, newDatabase, runOn, type TestDatabase } from "@/tests/databases";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

describe.runIf(hasPostgres())("a connection to PostgreSQL that is lost", () => {
  let database: TestDatabase;
  let opened: Database;
  beforeEach(async () => {
    database = await newDatabase("postgres");
    opened = await openDatabase({ url: database.url, resources: resources.values(), poolSize: 2 });
  });
  afterEach(async () => {
    await opened.store.close();
    await database.drop();
  });

  it("rejects a write that was to be tried again, and the next one is made", async () => {
    const { engine } = opened;
    const write = engine.transaction(async ({ connection }) => {
      const [[pid] = []] = await connection.rows("select pg_backend_pid()", []);
      await runOn("postgres", `select pg_terminate_backend(${Number(pid)}, 5000)`);
      throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
    });
    await expect(write).rejects.toMatchObject({ code: "unavailable" });
    const next = engine.transaction(({ connection }) => connection.rows("select 1", []));
    expect(await next).toEqual([[1]]);
  });

  it("sends no read to those that stand by while the leader is there", async () => {
    const standBy = "postgres://tocsin@127.0.0.1:1/nowhere";
    const both = await openDatabase({
      ...{ url: database.url, readUrl: standBy, poolSize: 2 },
      resources: resources.values(),
    });
    const read = () => both.engine.reading.rows("select pg_backend_pid()", []);
    const [[pid] = []] = await read();
    await runOn("postgres", `select pg_terminate_backend(${Number(pid)}, 5000)`);
    expect(await read()).not.toEqual([[pid]]);
    const slow = [1, 2].map(() => both.engine.reading.rows("select pg_sleep(7)", []));
    const begun = performance.now();
    await expect(read()).rejects.toThrow("The database is busy with other requests.");
    expect(performance.now() - begun).toBeLessThan(6_500);
    await Promise.all(slow);
    expect(await read()).toHaveLength(1);
    await both.store.close();
  });

  it("sends reads to those that stand by while no leader can be reached, and back", async () => {
    const follower = await newDatabase("postgres");
    const both = await openDatabase({
      ...{ url: database.url, readUrl: follower.url, poolSize: 2 },
      resources: resources.values(),
    });
    const read = async () =>
      (await both.engine.reading.rows("select current_database()::text", []))[0]?.[0];
    const leader = nameIn(database.url);
    await runOn("postgres", `alter database ${leader} set default_transaction_read_only = on`);
    await runOn(
      "postgres",
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${leader}'`,
    );
    const begun = performance.now();
    const places = await Promise.all([read(), read(), read(), read()]);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(new Set(places)).toEqual(new Set([nameIn(follower.url)]));
    await runOn("postgres", `alter database ${leader} reset default_transaction_read_only`);
    await vi.waitFor(async () => expect(await read()).toBe(leader), { timeout: 3_000 });
    await both.store.close();
    await follower.drop();
  });

  it("passes over a host that is gone, and over one that only reads", async () => {
    const real = await hostBefore(database.url, "");
    const readOnly = await hostBefore(database.url, "-c default_transaction_read_only=on");
    for (const first of ["127.0.0.1:1", readOnly.place]) {
      const found = await openDatabase({
        url: `postgres://tocsin@${first},${real.place}/${nameIn(database.url)}`,
        ...{ resources: resources.values(), poolSize: 2 },
      });
      const { engine } = found;
      expect(await engine.reading.rows("select 1", [])).toEqual([[1]]);
      const setting = "insert into tocsin_setting (name, value) values ($1, 'x')";
      const write = engine.transaction(({ connection }) => connection.run(setting, [first]));
      expect(await write).toBe(1);
      await found.store.close();
    }
    real.close();
    readOnly.close();
  });
});

/** A host of its own for the same server, which opens every session with these options. */
async function hostBefore(url: string, options: string) {
  const folder = decodeURIComponent(/host=([^&]*)/.exec(url)?.[1] ?? "");
  const host = createServer((from) => {
    const to = connect(join(folder, ".s.PGSQL.5432"));
    for (const end of [from, to]) end.on("error", () => from.destroy());
    // The first message of a session: its length, and a list of settings that ends with a zero byte.
    from.once("data", (message) => {
      const settings = `${message.toString("latin1", 4, message.length - 1)}options\0${options}\0\0`;
      const length = Buffer.alloc(4);
      length.writeInt32BE(settings.length + 4);
      to.write(Buffer.concat([length, Buffer.from(settings, "latin1")]));
      from.pipe(to).pipe(from);
    });
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const address = host.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { place: `127.0.0.1:${port}`, close: () => host.close() };
}

function nameIn(url: string): string {
  return /\/(\w+)\?/.exec(url)?.[1] ?? "";
}
