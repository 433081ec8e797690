import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resources } from "@/lib/resources";
import { type Database, openDatabase } from "@/lib/store/open-store";
import {
  copyTemplate,
  hasPostgres,
  newDatabase,
  postgresUrl,
  runOn,
  type TestDatabase,
} from "@/tests/databases";
import { startPostgres } from "@/tests/postgres-server";
import { askServer } from "@/tests/server/ask-server";
import { bundleServer, startServer } from "@/tests/server/server-process";

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

  it("rejects the write in progress, and the next one succeeds", async () => {
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

  it("takes the lock from a process that freezes in a write after less than five seconds", async () => {
    const second = await openDatabase({ url: database.url, resources: resources.values() });
    let frozen: Promise<unknown> | undefined;
    await new Promise<void>((resolve) => {
      frozen = opened.engine.transaction(async ({ connection }) => {
        await connection.rows("select 1", []);
        resolve();
        await setTimeout(8_000);
        await connection.rows("select 1", []);
      });
    });
    const refusal = expect(frozen).rejects.toMatchObject({ code: "unavailable" });
    const begun = performance.now();
    await second.engine.transaction(({ connection }) => connection.rows("select 1", []));
    expect(performance.now() - begun).toBeLessThan(5_500);
    await refusal;
    await second.store.close();
  });

  it("sends no read to replicas while the leader is reachable", async () => {
    const replica = "postgres://tocsin@127.0.0.1:1/nowhere";
    const both = await openDatabase({
      ...{ url: database.url, readUrl: replica, poolSize: 2 },
      resources: resources.values(),
    });
    const read = () => both.engine.reading.rows("select pg_backend_pid()", []);
    const [[pid] = []] = await read();
    await runOn("postgres", `select pg_terminate_backend(${Number(pid)}, 5000)`);
    expect(await read()).not.toEqual([[pid]]);
    const slow = [1, 2].map(() => both.engine.reading.rows("select pg_sleep(7)", []));
    const slept = Promise.all(slow).then(() => "both have ended");
    const refused = read().catch((error: unknown) => String(error));
    expect(await Promise.race([slept, refused])).toContain(
      "The database is busy with other requests.",
    );
    await slept;
    expect(await read()).toHaveLength(1);
    await both.store.close();
  });

  it("sends reads to replicas while no leader is reachable, and back", async () => {
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
    expect(performance.now() - begun).toBeLessThan(4_500);
    expect(new Set(places)).toEqual(new Set([nameIn(follower.url)]));
    // An ended session could still be valid on a replica.
    for (const reader of [both.store.reader, both.store.replica]) {
      const session = reader?.auth.session("unknown");
      await expect(session).rejects.toMatchObject({ code: "unavailable" });
    }
    await runOn("postgres", `alter database ${leader} reset default_transaction_read_only`);
    await vi.waitFor(async () => expect(await read()).toBe(leader), { timeout: 60_000 });
    await both.store.close();
    await follower.drop();
  });

  it("sends reads to replicas while the connection to the leader hangs", async () => {
    const leader = await hostBefore(database.url, "");
    const follower = await newDatabase("postgres");
    const both = await openDatabase({
      url: `postgres://tocsin@${leader.place}/${nameIn(database.url)}`,
      ...{ readUrl: follower.url, poolSize: 2, resources: resources.values() },
    });
    const read = async () =>
      (await both.engine.reading.rows("select current_database()::text", []))[0]?.[0];
    expect(await read()).toBe(nameIn(database.url));
    leader.silence();
    const begun = performance.now();
    expect(await Promise.all([read(), read(), read()])).toEqual(
      [1, 2, 3].map(() => nameIn(follower.url)),
    );
    expect(performance.now() - begun).toBeLessThan(2_000);
    leader.close();
    await both.store.close();
    await follower.drop();
  });

  it("skips a host that is gone, and one that is read-only", async () => {
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

describe.runIf(hasPostgres())("a deployment without a leader", () => {
  it("reads for keys and visitors of public pages, and for no session", async () => {
    const bundle = await bundleServer();
    const leader = await copyTemplate("bare");
    const settings = { DATABASE_URL: postgresUrl(leader), DEMO: "1" };
    const filled = await startServer(bundle, settings);
    const pages = await askServer(filled.port, "POST", "/api/status-page/get-list", {
      body: { query: { isPublicStatusPage: true }, select: { slug: true } },
    });
    const [page] = pages.body["data"] as readonly { slug: string }[];
    await filled.stop();
    const follower = `${leader}_follower`;
    await runOn("postgres", `create database ${follower} template ${leader}`);
    const served = await startServer(bundle, {
      ...{ ...settings, DATABASE_READ_URL: postgresUrl(follower) },
    });
    const signIn = { email: "owner@example.com", password: "a password for tests" };
    const signedIn = await askServer(served.port, "POST", "/api/auth/sign-in/email", {
      ...{ key: null, body: signIn },
      headers: { Origin: `http://127.0.0.1:${served.port}` },
    });
    const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
    const statuses = async () => {
      const asked = [
        askServer(served.port, "GET", "/api/project/get-list"),
        askServer(served.port, "GET", `/status/${page?.slug}`, { key: null }),
        askServer(served.port, "GET", "/readyz"),
        askServer(served.port, "GET", "/api/me", { key: null, headers: { Cookie: cookie } }),
      ];
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await runOn("postgres", `alter database ${leader} set default_transaction_read_only = on`);
    await runOn(
      "postgres",
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${leader}'`,
    );
    await vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 200, 503]), {
      ...{ timeout: 60_000, interval: 200 },
    });
    await served.stop();
  });
});

describe.runIf(hasPostgres())("a server that freezes", { timeout: 120_000 }, () => {
  it("is detected within seconds, and the other writable one is found", async () => {
    const { engine, hosts, freeze, end } = await oneThatCanFreeze(2);
    const read = async () => (await engine.reading.rows(where, []))[0]?.[0];
    const write = () => engine.transaction(({ connection }) => connection.rows(where, []));
    try {
      expect(encodeURIComponent(String(await read()))).toBe(hosts[0]);
      await write();
      freeze();
      const begun = performance.now();
      const settled = await Promise.allSettled([...[1, 2, 3, 4, 5, 6].map(read), write(), write()]);
      expect(performance.now() - begun).toBeLessThan(20_000);
      for (const one of settled) {
        if (one.status === "fulfilled") continue;
        expect(one.reason).toMatchObject({
          code: "unavailable",
          details: { retryAfterSeconds: 2 },
        });
      }
      expect(encodeURIComponent(String(await read()))).toBe(hosts[1]);
      expect(encodeURIComponent(String((await write())[0]?.[0]))).toBe(hosts[1]);
    } finally {
      await end();
    }
  });

  it("keeps no connection waiting, whenever it was used", async () => {
    const { engine, hosts, freeze, end } = await oneThatCanFreeze(8);
    const each = [0, 1, 2, 3, 4, 5, 6, 7];
    const backend = "select pg_backend_pid(), pg_sleep(1)";
    // Reads start 0.5 s apart: when the host is given up, the later ones have waited only briefly.
    const readLater = async (turn: number) => {
      await setTimeout(turn * 500);
      const begun = performance.now();
      const place = String((await engine.reading.rows(where, []))[0]?.[0]);
      return { place: encodeURIComponent(place), ms: performance.now() - begun };
    };
    try {
      const open = await Promise.all(each.map(() => engine.reading.rows(backend, [])));
      expect(new Set(open.map(([row]) => row?.[0])).size).toBe(each.length);
      freeze();
      const reads = await Promise.all(each.map(readLater));
      expect(new Set(reads.map(({ place }) => place))).toEqual(new Set([hosts[1]]));
      expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(15_000);
    } finally {
      await end();
    }
  });
});

const where = "select current_setting('unix_socket_directories')";

/** Creates a database on two hosts. The first one, in use, can be frozen. */
async function oneThatCanFreeze(poolSize: number) {
  const server = await startPostgres();
  if (typeof server === "string") throw new Error(server);
  const database = await newDatabase("postgres");
  const hosts = [server.url("postgres"), database.url].map(
    (url) => /host=([^&]*)/.exec(url)?.[1] ?? "",
  );
  const name = nameIn(database.url);
  const maker = new pg.Client({ connectionString: server.url("postgres") });
  await maker.connect();
  await maker.query(`create database ${name}`);
  await maker.end();
  const { engine, store } = await openDatabase({
    url: `postgres://tocsin@${hosts.join(",")}/${name}`,
    ...{ resources: resources.values(), poolSize },
  });
  const frozen: number[] = [];
  return {
    engine,
    hosts,
    freeze: () => {
      frozen.push(...processesOf(decodeURIComponent(hosts[0] ?? "")));
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    end: async () => {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
      await store.close();
      await server.stop();
      await database.drop();
    },
  };
}

/** Returns the server with its socket in a folder, and all its child processes. */
function processesOf(folder: string): number[] {
  const first = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8");
  return [first, ...children.trim().split(" ").map(Number)];
}

/** Starts a proxy host for the same server, which opens every session with these options. */
async function hostBefore(url: string, options: string) {
  const folder = decodeURIComponent(/host=([^&]*)/.exec(url)?.[1] ?? "");
  const taken = new Set<Socket>();
  let isSilent = false;
  const host = createServer((from) => {
    taken.add(from);
    if (isSilent) return;
    const to = connect(join(folder, ".s.PGSQL.5432"));
    for (const end of [from, to]) end.on("error", () => from.destroy());
    // The first message of a session: its length, and settings that end with a zero byte.
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
  const cutOff = () => {
    for (const socket of taken) socket.destroy();
  };
  return {
    place: `127.0.0.1:${port}`,
    /** Drops all connections, and accepts new ones without answering them. */
    silence: () => {
      isSilent = true;
      cutOff();
    },
    close: () => {
      cutOff();
      host.close();
    },
  };
}

function nameIn(url: string): string {
  return /\/(\w+)\?/.exec(url)?.[1] ?? "";
}
