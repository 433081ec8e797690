import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { expectToHold } from "@/prove/harness/run-in-test";
import { proveRollingRestart } from "@/prove/stop/rolling-restart";
import { type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { copyTemplate, hasPostgres, newDatabase, postgresUrl, runOn } from "@/tests/databases";
import { bundleServer, startServer } from "@/tests/server/server-process";
import { contradictions } from "@/tests/server/store-checks";

/** Without PostgreSQL the run has printed so at its start. */
describe.runIf(hasPostgres())("several processes on one PostgreSQL", () => {
  let api: TestApi;
  let other: Store;
  let url: string;
  beforeEach(async () => {
    const database = await newDatabase("postgres");
    ({ url } = database);
    api = await testApi({ references: "loose" }, database);
    other = await openStore({ url, resources: resources.values(), poolSize: 2 });
  });
  afterEach(async () => {
    await other.close();
    await api.engine.store.close();
  });

  /** Sends to the first process, or to the other one. */
  const ask = async (
    ofOther: boolean,
    method: string,
    path: string,
    data: JsonObject,
    key = api.owner,
  ) => {
    if (!ofOther) return api.ask(method, path, { key, body: { data } });
    const handle = createHandler({
      store: other,
      policy: { references: "loose" },
      maxBodyBytes: 5_000_000,
      now: () => api.engine.clock.now(),
      log: () => undefined,
    });
    const headers = { apikey: key, "content-type": "application/json" };
    const request = { method, path, query: "", headers, body: JSON.stringify({ data }) };
    const reply = await handle(request);
    return { ...reply, body: JSON.parse(reply.body || "{}") as JsonObject };
  };
  const incident = (more: JsonObject = {}) => {
    const resource = resources.get("incident");
    if (!resource) throw new Error("There are no incidents.");
    return { ...requiredBody(resource, api.projectId), title: "Same title", ...more };
  };

  it("number and name records without gaps or duplicates", async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask(n % 2 === 0, "POST", "/api/incident", incident())),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const numbers = made.map(({ body }) => Number(body["incidentNumber"])).sort((a, b) => a - b);
    expect(numbers).toEqual(made.map((_, place) => place + 1));
    expect(new Set(made.map(({ body }) => body["slug"])).size).toBe(40);
    const log = await api.engine.rows("change-log");
    const sequences = log.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b);
    expect(sequences).toEqual(sequences.map((_, place) => place + 1));
    const db = kyselyOver(api.engine.store);
    const faults = await contradictions(
      async (text) => (await sql.raw<JsonObject>(text).execute(db)).rows,
      "postgres",
    );
    expect(faults).toEqual([]);
  });

  it("accept one of many changes of a version", async () => {
    const { body } = await ask(false, "POST", "/api/incident", incident());
    const path = `/api/incident/${body["_id"]}`;
    const read = await api.ask("GET", `${path}/get-item`, { key: api.owner });
    const etag = String(read.headers["ETag"]);
    const change = (n: number) =>
      api.ask("PUT", path, {
        key: api.owner,
        headers: { "if-match": etag },
        body: { data: { title: `Title ${n}` } },
      });
    const statuses = (await Promise.all(Array.from({ length: 9 }, (_, n) => change(n)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 8 }, () => 412)]);
  });

  it("see a revocation by another one at once", async () => {
    const key = await api.key(["Project Owner"]);
    const list = () => ask(true, "POST", "/api/incident/get-list", {}, key);
    expect((await list()).status).toBe(200);
    const [row] = (await api.engine.rows("api-key")).slice(-1);
    await api.engine.remove("api-key", row?._id, api.engine.operator);
    expect((await list()).status).toBe(401);
  });

  it("answer 503 while the database is away, and go on when it is back", async () => {
    const database = nameIn(url);
    expect((await ask(true, "POST", "/api/incident", incident())).status).toBe(200);
    await runOn("postgres", `alter database ${database} allow_connections false`);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`;
    await runOn("postgres", cut);
    for (const [method, path] of [
      ["POST", "/api/incident"],
      ["POST", "/api/incident/get-list"],
    ] as const) {
      const refused = await ask(true, method, path, incident());
      expect(refused.status).toBe(503);
      expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
    }
    await runOn("postgres", `alter database ${database} allow_connections true`);
    expect((await ask(true, "POST", "/api/incident", incident())).status).toBe(200);
    // A broken idle connection is detected and replaced without an error for clients.
    await runOn("postgres", cut);
    expect((await ask(true, "POST", "/api/incident/get-list", {})).status).toBe(200);
    expect((await ask(true, "POST", "/api/incident", incident())).status).toBe(200);
  });

  it("report why they do not open if every host is gone or read-only", async () => {
    const database = nameIn(url);
    await runOn("postgres", `alter database ${database} set default_transaction_read_only = on`);
    await expect(openStore({ url, resources: [] })).rejects.toThrow(/cannot be opened/);
    await runOn("postgres", `alter database ${database} reset default_transaction_read_only`);
    const gone = url.replace("@/", "@127.0.0.1:1/").replace(/\?.*/, "");
    await expect(openStore({ url: gone, resources: [] })).rejects.toThrow(/ECONNREFUSED|reached/);
  });

  it("say in PostgreSQL's own words why it lets them in to no database", async () => {
    const nowhere = postgresUrl("nowhere");
    await expect(openStore({ url: nowhere, resources: [] })).rejects.toThrow(
      /cannot be opened: database "nowhere" does not exist\.$/,
    );
    const stranger = url.replace(/\/\/[^@]*@/, "//nobody_known@");
    await expect(openStore({ url: stranger, resources: [] })).rejects.toThrow(
      /cannot be opened: .*"nobody_known"/,
    );
  });

  it("end a query at its deadline and nothing else", async () => {
    const hasty = await openStore({ url, resources: resources.values(), queryTimeoutMs: 50 });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("begin; lock table incident in access exclusive mode");
    const resource = resources.get("incident");
    if (!resource) throw new Error("There are no incidents.");
    const search = { op: "contains", column: "title", value: "x" } as const;
    await expect(
      hasty.reader.find(resource, { projects: "all", filter: search }),
    ).rejects.toMatchObject({ code: "query_too_expensive" });
    await client.query("rollback");
    await client.end();
    expect(await hasty.reader.find(resource, { projects: "all", filter: search })).toEqual([]);
    await hasty.close();
  });
});

describe.runIf(hasPostgres())("servers on PostgreSQL", () => {
  it("start two at once on an empty database, and make one owner", async () => {
    const url = postgresUrl(await copyTemplate("bare"));
    const file = await bundleServer();
    const settings = { DATABASE_URL: url, ADMIN_API_KEY: undefined, DEMO: "1" };
    const servers = await Promise.all([startServer(file, settings), startServer(file, settings)]);
    const keys = servers.flatMap((server) => /toc_[0-9A-Za-z_-]{43}/.exec(server.output()) ?? []);
    expect(keys).toHaveLength(1);
    for (const { port } of servers) {
      const headers = { ApiKey: String(keys[0]) };
      const reply = await fetch(`http://127.0.0.1:${port}/api/incident/get-list`, {
        method: "POST",
        headers,
      });
      expect(reply.status).toBe(200);
    }
    for (const server of servers)
      expect(await server.stop()).toMatchObject({ code: 0, stderr: "" });
    await expect(runOn(nameIn(url), "update tocsin_schema set version = 999")).resolves.toEqual([]);
    await expect(openStore({ url, resources: [] })).rejects.toThrow(
      /was written by a newer Tocsin/,
    );
  });
});

describe.runIf(hasPostgres())("two servers that are restarted in turn", () => {
  it("fail no request and lose nothing", async () => {
    const url = postgresUrl(await copyTemplate("bare"));
    const size = { restarts: { value: 2, what: "" }, connections: { value: 8, what: "" } };
    await expectToHold(
      {
        name: "rolling",
        promise: "No request fails.",
        sizes: size,
        prove: (run, { restarts, connections }) =>
          proveRollingRestart(run, restarts, connections, url),
      },
      { restarts: 2, connections: 8 },
    );
  });
});

function nameIn(url: string): string {
  return /\/(\w+)\?/.exec(url)?.[1] ?? "";
}
