import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { expectToHold } from "@/prove/harness/run-in-test";
import { stopProof } from "@/prove/stop/stop-proof";
import { fullBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";
import { insertRow } from "@/tests/insert-row";
import { askServer } from "@/tests/server/ask-server";
import { leaksIn } from "@/tests/server/leak-patterns";
import {
  adminKey,
  bundleServer,
  type Ended,
  runServer,
  type Settings,
  scratchFolder,
  startServer,
} from "@/tests/server/server-process";
import { contradictions } from "@/tests/server/store-checks";

const folder = scratchFolder();
let server: string;
beforeAll(async () => {
  server = await bundleServer();
});
afterAll(() => folder.remove());

/** Fails unless a start ended with code 1, one sentence for the operator and no internals. */
function expectOneSentence({ code, stdout, stderr }: Ended, about: RegExp): void {
  expect(stderr.trimEnd().split("\n"), stderr).toHaveLength(1);
  expect(stderr).toMatch(about);
  expect(stderr).toMatch(/\.\n$/);
  expect(leaksIn(stderr.replaceAll(folder.path(""), ""))).toEqual([]);
  expect(stdout).toBe("");
  expect(code).toBe(1);
}

describe("a failed start", () => {
  const secret = "sentinel";
  it.concurrent.each<[string, Settings, RegExp]>([
    ["a port that is none", { PORT: "abc" }, /PORT must be/],
    ["a port beyond all", { PORT: "65536" }, /PORT must be/],
    ["a host that is none", { HOST: "not a host" }, /HOST must be/],
    ["a host of others", { HOST: "203.0.113.7" }, /203\.0\.113\.7.*HOST/],
    ["an unknown database", { DATABASE_URL: "mysql://x" }, /DATABASE_URL must be/],
    [
      "a database to read from beside a file",
      { DATABASE_URL: "file:x.db", DATABASE_READ_URL: "postgres://u@127.0.0.1:1/d" },
      /DATABASE_READ_URL is for PostgreSQL/,
    ],
    [
      "a PostgreSQL that is not there",
      { DATABASE_URL: "postgres://u:sentinel@127.0.0.1:1/d" },
      /The database "d" at 127\.0\.0\.1:1 cannot be opened/,
    ],
    [
      "a wrong address for reads",
      {
        DATABASE_URL: "postgres://u:p@127.0.0.1:1/d",
        DATABASE_READ_URL: "postgres://u:sentinel@127.0.0.1:port/d",
      },
      /^DATABASE_READ_URL is no address/,
    ],
    ["a small limit", { MAX_BODY_BYTES: "1" }, /MAX_BODY_BYTES must be/],
    ["an unknown level", { LOG_LEVEL: "loud" }, /LOG_LEVEL must be/],
    ["an unknown policy", { REFERENCES: "lax" }, /REFERENCES must be/],
    ["a short key", { ADMIN_API_KEY: secret }, /ADMIN_API_KEY must/],
    ["a short password", { ADMIN_PASSWORD: "sent" }, /ADMIN_PASSWORD must/],
    ["several at once", { PORT: "x", DEMO: "yes" }, /Settings are wrong: PORT .* DEMO /],
  ])("says what is wrong with %s", async (_, settings, about) => {
    const ended = await runServer(server, settings);
    expectOneSentence(ended, about);
    expect(ended.stderr).not.toContain("sentinel");
  });

  it("says that the port is taken", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const url = `file:${folder.path("taken.db")}`;
    const ended = await runServer(server, { PORT: port, DATABASE_URL: url });
    taken.close();
    expectOneSentence(ended, new RegExp(`127.0.0.1:${port} is already in use`));
  });

  it.concurrent.each<[string, (path: string) => void, RegExp]>([
    ["a folder", (path) => mkdirSync(path), /cannot be opened: it is a folder/],
    ["a text file", (path) => writeFileSync(path, "This is a text. ".repeat(500)), /no SQLite/],
    ["a short text file", (path) => writeFileSync(path, "text"), /no SQLite/],
    ["another program's database", otherProgram, /another program/],
    ["a damaged file", damaged, /damaged|malformed/],
  ])("refuses %s and leaves it as it is", async (name, make, about) => {
    const path = folder.path(`${name}.db`);
    make(path);
    const before = name === "a folder" ? undefined : readFileSync(path);
    expectOneSentence(await runServer(server, { DATABASE_URL: `file:${path}` }), about);
    if (before) expect(readFileSync(path).equals(before)).toBe(true);
  });

  // Root may read everything.
  it.runIf(process.getuid?.() !== 0)("refuses a file that may not be read", async () => {
    const path = folder.path("unreadable.db");
    otherProgram(path);
    chmodSync(path, 0);
    const ended = await runServer(server, { DATABASE_URL: `file:${path}` });
    expectOneSentence(ended, /cannot be opened/);
  });

  it("refuses a path where no file can be created", async () => {
    const ended = await runServer(server, { DATABASE_URL: "file:/dev/null/x.db" });
    expectOneSentence(ended, /cannot be opened/);
  });
});

function otherProgram(path: string): void {
  const db = new Sqlite(path);
  db.exec("create table invoice (id integer primary key); insert into invoice values (1)");
  db.close();
}

function damaged(path: string): void {
  const db = new Sqlite(path);
  db.exec("create table tocsin_schema (version integer); insert into tocsin_schema values (1)");
  db.exec("create table filler (x); create index by_x on filler (x)");
  const insert = db.prepare("insert into filler values (randomblob(3000))");
  for (let row = 0; row < 200; row += 1) insert.run();
  db.close();
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4_096 * 3, 4_096 * 60);
  writeFileSync(path, bytes);
}

describe("one file", () => {
  it("serves one process: a second start says so and ends, the first goes on", async () => {
    const url = `file:${folder.path("shared.db")}`;
    const first = await startServer(server, { DATABASE_URL: url });
    expectOneSentence(await runServer(server, { DATABASE_URL: url }), /Another process has/);
    expect((await askServer(first.port, "POST", "/api/incident/count")).status).toBe(200);
    expect(await first.stop()).toMatchObject({ code: 0 });
    const next = await startServer(server, { DATABASE_URL: url });
    expect(await next.stop()).toMatchObject({ code: 0 });
  });

  it("whose write-ahead log was deleted after a crash is served with a warning", async () => {
    const path = folder.path("no-log.db");
    const settings = { DATABASE_URL: `file:${path}`, LOG_LEVEL: "warn" };
    const crash = async () => {
      const served = await startServer(server, settings);
      const data = { name: "In the log", color: "#000000", projectId: newId() };
      expect((await askServer(served.port, "POST", "/api/label", { body: { data } })).status).toBe(
        200,
      );
      await served.stop("SIGKILL");
      return served.output();
    };
    await crash();
    expect(await crash()).not.toContain("is missing");
    rmSync(`${path}-wal`);
    const served = await startServer(server, settings);
    await served.stop();
    expect(served.output()).toMatch(/"level":"warn".*write-ahead log of .*no-log\.db is missing/);
    const again = await startServer(server, settings);
    await again.stop();
    expect(again.output()).not.toContain("is missing");
  });

  it("says how far it is brought up to date, and serves when that is done", async () => {
    const path = folder.path("filled.db");
    const url = `file:${path}`;
    const labels = resourceOf("label");
    const store = await openStore({ url, resources: resources.values() });
    await store.write(async (writer) => {
      for (let count = 0; count < 20_000; count += 1) {
        await writer.insert(labels, rowOf(`Label ${count}`));
      }
    });
    const db = kyselyOver(store);
    await sql`delete from tocsin_setting where name = 'search index'`.execute(db);
    await store.close();
    const { seen, served } = await startingOn(url);
    expect([...seen.keys()].join("\n")).toMatch(/The search is being filled: \d+ % \(\d+ of 20000/);
    expect((await askServer(served.port, "GET", "/readyz")).status).toBe(200);
    await served.stop();
  });

  it("says that it is being checked after a crash, and is alive meanwhile", async () => {
    const path = folder.path("checked.db");
    const url = `file:${path}`;
    await (await startServer(server, { DATABASE_URL: url })).stop();
    slowToCheck(path);
    const { seen, served } = await startingOn(url);
    const detail =
      "The server is starting. The file of the database is being checked, which reads all of it.";
    expect(seen.get(detail), [...seen.keys()].join("\n")).toBeGreaterThan(5);
    await served.stop();
  });

  it("is not chosen by a misspelled setting, which is named", async () => {
    const misspelled = { DATABASE_URl: `file:${folder.path("meant.db")}`, LOG_LEVEL: "warn" };
    const served = await startServer(server, misspelled);
    await served.stop();
    expect(served.output()).toMatch(/"level":"warn".*DATABASE_URl is no setting/);
  });

  it("warns of credentials in the settings that are easy to guess, without their values", async () => {
    const settings = { ADMIN_PASSWORD: "zaq1xsw2cde3", ADMIN_API_KEY: "k3y-of-an-operator" };
    const served = await startServer(server, { ...settings, LOG_LEVEL: "warn" });
    await served.stop();
    expect(served.output()).toMatch(/"level":"warn".*ADMIN_PASSWORD is easy to guess/);
    expect(served.output()).toMatch(/"level":"warn".*ADMIN_API_KEY is shorter than 32 characters/);
    for (const value of Object.values(settings)) expect(served.output()).not.toContain(value);
  });

  it("written by a newer version is refused, and not a byte of it changes", async () => {
    const path = folder.path("newer.db");
    const store = await openStore({ url: `file:${path}`, resources: resources.values() });
    await sql`update tocsin_schema set version = 999`.execute(kyselyOver(store));
    await store.close();
    const before = readFileSync(path);
    const ended = await runServer(server, { DATABASE_URL: `file:${path}` });
    expectOneSentence(ended, /newer Tocsin/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("of an older version keeps everything and gains the new columns", async () => {
    const url = `file:${folder.path("older.db")}`;
    const projectId = newId();
    const older = [...resources.values()].flatMap(olderDefinition);
    const store = await openStore({ url, resources: older });
    for (const resource of older) {
      for (const seed of [1, 2, 3]) {
        const { password: _, ...data } = fullBody(resource, projectId, seed);
        await insertRow(store, resource, data);
      }
    }
    for (const counter of ["incident.incidentNumber", "alert.alertNumber"]) {
      await store.write((writer) => writer.raiseTo(`${counter}:${projectId}`, 3));
    }
    const before = await dump(store);
    await store.close();

    const served = await startServer(server, { DATABASE_URL: url });
    for (const { path, unlogged } of resources.values()) {
      const own = { query: { projectId } };
      const { body } = await askServer(served.port, "POST", `/api/${path}/count`, { body: own });
      const isOld = older.some((one) => one.path === path);
      const isBelonging = !["user", "project", "change-log"].includes(path);
      // A key does not see personal records.
      if (isBelonging && !unlogged) expect(body, path).toEqual({ count: isOld ? 3 : 0 });
    }
    const path = "/api/incident";
    const data = { ...fullBody(olderIncident(), projectId, 9), incidentNumber: null };
    const made = await askServer(served.port, "POST", path, { body: { data } });
    expect(made.status, made.text).toBe(200);
    expect(await served.stop()).toMatchObject({ code: 0 });

    const opened = await openStore({ url, resources: resources.values() });
    const db = kyselyOver(opened);
    const ask = async (text: string) => {
      const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db);
      return rows;
    };
    expect(await contradictions(ask)).toEqual([]);
    const after = await dump(opened);
    for (const { path: at } of older) {
      const table = at.replaceAll("-", "_");
      const kept = new Map(after[table]?.map((row) => [(row as JsonObject)["_id"], row]));
      for (const row of before[table] ?? []) {
        expect(kept.get((row as JsonObject)["_id"]), table).toMatchObject(row as JsonObject);
      }
    }
    await opened.close();
  });
});

/**
 * Starts a server, and returns how often `/readyz` gave each detail while `/healthz` was 200, until it
 * served.
 */
async function startingOn(url: string) {
  const port = await freePort();
  const seen = new Map<string, number>();
  const starting = startServer(server, { DATABASE_URL: url, PORT: String(port) });
  const started = starting.then(() => "started" as const);
  for (let state: string | undefined; state !== "started"; ) {
    const ready = await askServer(port, "GET", "/readyz").catch(() => undefined);
    const health = await askServer(port, "GET", "/healthz").catch(() => undefined);
    if (health) expect(health.status).toBe(200);
    const detail = health && ready?.status === 503 ? String(ready.body.detail) : undefined;
    if (detail !== undefined) seen.set(detail, (seen.get(detail) ?? 0) + 1);
    state = await Promise.race([started, pause(10, "waiting")]);
  }
  return { seen, served: await starting };
}

/** Makes a file large, and its check take some seconds: SQLite computes the condition of each row. */
function slowToCheck(path: string): void {
  const db = new Sqlite(path);
  db.exec(`pragma ignore_check_constraints = on;
    create table slow (size integer check (length(hex(zeroblob(size))) > 0));
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 40)
    insert into slow select 5000000 + i from n`);
  db.close();
  truncateSync(path, 256_000_001);
}

function resourceOf(path: string): Resource {
  const found = resources.get(path);
  if (!found) throw new Error(`There is no ${path}.`);
  return found;
}

function rowOf(name: string): JsonObject {
  const [_id, now] = [newId(), new Date().toISOString()];
  return { ...{ _id, name, slug: _id, projectId: newId() }, createdAt: now, updatedAt: now };
}

/** Returns a port without a listener. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Returns the definition as of an older version: every fourth optional field is missing. */
function olderDefinition(resource: Resource): Resource[] {
  if (["service-dependency", "alert-episode", "label", "access-log"].includes(resource.path))
    return [];
  if (["api-key", "user", "member", "change-log", "project"].includes(resource.path)) {
    return [resource];
  }
  const optional = Object.entries(resource.fields).filter(
    ([name, { required, hidden }]) => !required && !hidden && name !== "_id",
  );
  const later = new Set(
    optional
      .map(([name]) => name)
      .filter((name, place) => place % 4 === 3 && !/Number|At$|createdByUser/.test(name)),
  );
  const fields = Object.entries(resource.fields).filter(([name]) => !later.has(name));
  return [{ ...resource, fields: Object.fromEntries(fields) }];
}

function olderIncident(): Resource {
  const definition = resources.get("incident");
  const [older] = definition ? olderDefinition(definition) : [];
  if (!older) throw new Error("There is no incident.");
  return older;
}

describe("a process that is stopped under load", () => {
  it("cuts nobody off, loses nothing and ends with 0", { timeout: 120_000 }, async () => {
    await expectToHold(stopProof, {
      rounds: 3,
      connections: 50,
      within: 10_000,
      behind: 2,
      restarts: 2,
    });
  });

  it("ends with 0 though it cannot write when keys were last used, and says so", async () => {
    const path = folder.path("stopped.db");
    const served = await startServer(server, { DATABASE_URL: `file:${path}` });
    const beside = new Sqlite(path);
    beside.exec(
      "create trigger refuse before update on api_key begin select raise(abort, 'sentinel'); end",
    );
    beside.close();
    expect((await askServer(served.port, "POST", "/api/label/count")).status).toBe(200);
    expect(await served.stop()).toMatchObject({ code: 0 });
    expect(served.output()).toMatch(/"level":"error".*sentinel.*when keys were last used/);
  });

  it("answers new connections during the stop, and idle ones", async () => {
    const served = await startServer(server, {});
    const silent = new Agent({ keepAlive: true });
    expect(await statusOf(served.port, silent)).toEqual([200, "keep-alive"]);
    const ended = served.stop();
    await pause(50);
    expect(await statusOf(served.port, new Agent())).toEqual([200, "close"]);
    await pause(1_400);
    expect(await statusOf(served.port, silent)).toEqual([200, "close"]);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it("is not ready from the signal on, and serves for DRAIN_MS, new connections too", async () => {
    const served = await startServer(server, { DRAIN_MS: "1500", LOG_LEVEL: "info" });
    const ended = served.stop();
    const started = performance.now();
    await pause(20);
    while (performance.now() - started < 1_200) {
      const ask = (path: string) => askServer(served.port, "GET", path);
      const replies = await Promise.all(["/readyz", "/healthz", "/api/label/count"].map(ask));
      expect(replies.map(({ status }) => status)).toEqual([503, 200, 200]);
      const anew = new Agent({ keepAlive: true });
      expect(await statusOf(served.port, anew)).toEqual([200, "keep-alive"]);
      anew.destroy();
    }
    expect(await ended).toMatchObject({ code: 0 });
    expect(performance.now() - started).toBeGreaterThan(1_500);
    // The 503 is intended, so the log has no error.
    expect(served.output()).toMatch(/"level":"info".*"route":"\/readyz","status":503/);
    expect(served.output()).not.toContain('"level":"error"');
  });

  it("says in the log when it begins to stop, and last of all that it has", async () => {
    const served = await startServer(server, { LOG_LEVEL: "info" });
    const { stdout } = await served.stop();
    expect(stdout).toContain("stopping on SIGTERM");
    const [last = "{}"] = stdout.trimEnd().split("\n").slice(-1);
    expect(JSON.parse(last)).toMatchObject({ level: "info", msg: "stopped" });
  });

  it("answers a slow body first, and does not wait for idle connections", async () => {
    const served = await startServer(server, {});
    const slow = askServer(served.port, "POST", "/api/label/count", { body: {} });
    const idle = askServer(served.port, "GET", "/healthz", { key: adminKey });
    expect((await idle).status).toBe(200);
    expect((await slow).status).toBe(200);
    const started = performance.now();
    expect(await served.stop("SIGINT")).toMatchObject({ code: 0 });
    expect(performance.now() - started).toBeLessThan(7_500);
  });
});

/** Returns the status and the Connection header of a request by an agent. */
function statusOf(port: number, agent: Agent): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path: "/healthz", agent }, (reply) => {
      reply.resume().on("end", () => resolve([reply.statusCode, reply.headers.connection]));
    }).on("error", reject);
  });
}
