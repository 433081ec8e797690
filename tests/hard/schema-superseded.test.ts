import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { openStore } from "@/lib/store/open-store";
import { upgradeLock, writeLock } from "@/lib/store/postgres/sql/locks";
import { latestVersion } from "@/lib/store/upgrade/migrations";
import { type TestApi, testApi } from "@/tests/api";
import { copyTemplate, hasPostgres, newDatabase, postgresUrl, runOn } from "@/tests/databases";
import { dump } from "@/tests/dump";
import { askServer } from "@/tests/server/ask-server";
import { bundleServer, startServer } from "@/tests/server/server-process";

const raise = "update tocsin_schema set version = 999";

const waiters =
  "select 1 from pg_locks as l join pg_database as d on d.oid = l.database where d.datname = current_database() and l.locktype = 'advisory' and not l.granted";

/** Waits until another session waits for a lock, which only the database reports. */
async function untilSomeoneWaits(client: pg.Client): Promise<void> {
  while ((await client.query(waiters)).rowCount === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Without PostgreSQL the run has printed so at its start. */
describe.runIf(hasPostgres())("a database on PostgreSQL that a newer version takes over", () => {
  let api: TestApi;
  let newer: pg.Client;
  let url: string;
  beforeEach(async () => {
    const database = await newDatabase("postgres");
    ({ url } = database);
    api = await testApi({ references: "loose" }, database);
    newer = new pg.Client({ connectionString: url });
    await newer.connect();
  });
  afterEach(async () => {
    await newer.query("rollback");
    // The database is reused by other tests.
    await newer.query(`update tocsin_schema set version = ${latestVersion}`);
    await newer.end();
    await api.close();
  });

  const label = (name: string) =>
    api.ask("POST", "/api/label", {
      key: api.owner,
      body: { data: { name, color: "#336699", projectId: api.projectId } },
    });
  const list = () => api.ask("POST", "/api/label/get-list", { key: api.owner });

  it("accepts no more writes of an older process, which still reads", async () => {
    const made = await label("before");
    expect(made.status).toBe(200);
    await newer.query(raise);
    const before = await dump(api.engine.store);
    const change = { key: api.owner, body: { data: { name: "after" } } };
    const path = `/api/label/${made.body["_id"]}`;
    for (const refused of [
      await label("after"),
      await api.ask("PUT", path, change),
      await api.ask("DELETE", path, { key: api.owner }),
    ]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
      expect(refused.body["message"]).toMatch(/newer version of Tocsin has upgraded/);
    }
    expect((await list()).body["data"]).toMatchObject([{ _id: made.body["_id"] }]);
    expect(await dump(api.engine.store)).toEqual(before);
  });

  it("accepts no write that waited during the migration", async () => {
    await newer.query(`begin; ${writeLock}`);
    const waiting = label("meanwhile");
    await untilSomeoneWaits(newer);
    await newer.query(`${raise}; commit`);
    expect((await waiting).status).toBe(503);
    expect((await list()).body["data"]).toEqual([]);
  });

  it("is left alone by an older process that was starting at the same time", async () => {
    await newer.query(upgradeLock);
    const older = openStore({ url, resources: resources.values() });
    older.catch(() => undefined);
    await untilSomeoneWaits(newer);
    await newer.query(raise);
    await newer.query("select pg_advisory_unlock_all()");
    await expect(older).rejects.toThrow(/newer Tocsin has just brought/);
  });
});

describe.runIf(hasPostgres())("a server whose database a newer version takes over", () => {
  it("says so in its log once, and ends in order", async () => {
    const name = await copyTemplate("bare");
    const server = await startServer(await bundleServer(), { DATABASE_URL: postgresUrl(name) });
    await runOn(name, raise);
    for (const title of ["one", "two"]) {
      const refused = await askServer(server.port, "POST", "/api/project", {
        body: { data: { name: title } },
      });
      expect(refused.status).toBe(503);
    }
    const ended = await server.stop();
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    const told = ended.stdout.split("\n").filter((line) => line.includes('"msg":"overtaken'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/"level":"error".*newer version of Tocsin has upgraded/);
  });

  it("reads for sessions and keys, and refuses sign-in, sign-out and confirmations", async () => {
    const name = await copyTemplate("bare");
    const server = await startServer(await bundleServer(), { DATABASE_URL: postgresUrl(name) });
    const as = (cookie: string) => (method: string, path: string, body?: JsonObject) =>
      askServer(server.port, method, path, {
        ...{ key: null, ...(body && { body }) },
        headers: { Origin: `http://127.0.0.1:${server.port}`, Cookie: cookie },
      });
    const password = "a password for tests";
    const signIn = { email: "owner@example.com", password };
    const path = "/api/auth/sign-in/email";
    const signedIn = await as("")("POST", path, signIn);
    expect(signedIn.status, signedIn.text).toBe(200);
    const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
    const ask = as(cookie);
    await runOn(name, raise);
    const refused = [
      await as("")("POST", path, signIn),
      await ask("POST", "/api/auth/confirm", { password }),
      await ask("POST", "/api/auth/sign-out", {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    const read = [
      await ask("GET", "/api/me"),
      await ask("GET", "/api/project/get-list"),
      await askServer(server.port, "GET", "/api/project/get-list"),
      await askServer(server.port, "GET", "/healthz"),
      await askServer(server.port, "GET", "/readyz"),
    ];
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await server.stop()).toMatchObject({ code: 0 });
  });
});
