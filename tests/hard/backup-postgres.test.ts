import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pause } from "@/prove/harness/figures";
import { hasPostgres } from "@/tests/databases";
import { startPostgres, type TestServer } from "@/tests/postgres-server";
import { adminKey, bundleServer, scratchFolder, startServer } from "@/tests/server/server-process";
import {
  allHeld,
  bundleCommands,
  fill,
  heldBy,
  keepWriting,
  person,
  projectId,
  runOperator,
  write,
} from "./operator-commands";

const folder = scratchFolder();
const secret = "not-to-be-printed";

/** Without PostgreSQL the run has printed so at its start. */
describe.runIf(hasPostgres())("a backup of PostgreSQL, taken while it is written to", () => {
  let postgres: TestServer;
  let server: string;
  let backup: string;
  let key: string;
  let fileId: string;
  let acknowledgedBefore: number;

  /** Returns the URL of a database as `keeper`, whose role requires a password. */
  const url = (database: string, password = secret) =>
    postgres.url(database).replace("tocsin@", `keeper:${password}@`);
  const run = async (database: string, text: string) => {
    const client = new pg.Client({ connectionString: postgres.url(database) });
    await client.connect();
    const { rows } = await client.query(text).finally(() => client.end());
    return rows;
  };
  const empty = async (name: string) => {
    await run("postgres", `create database ${name} owner keeper`);
    return url(name);
  };
  const dumps = (path: string) => readdirSync(path).filter((name) => name.endsWith(".dump"));

  beforeAll(async () => {
    server = await bundleServer();
    await bundleCommands();
    const hba = folder.path("pg_hba.conf");
    writeFileSync(hba, "local all tocsin trust\nlocal all all scram-sha-256\n");
    for (const path of [folder.path("."), hba]) chmodSync(path, 0o755);
    const started = await startPostgres([`hba_file=${hba}`]);
    if (typeof started === "string") throw new Error(started);
    postgres = started;
    await run("postgres", `create role keeper login password '${secret}'`);
    const served = await startServer(server, { DATABASE_URL: await empty("live") });
    ({ key, fileId } = await fill(served));
    const load = keepWriting(served);
    await load.atLeast(30);
    acknowledgedBefore = load.done();
    const into = folder.path("backups");
    const ran = await runOperator("backup", [into], { DATABASE_URL: url("live") });
    await load.stop();
    expect(ran.code, ran.output).toBe(0);
    expect(load.done()).toBeGreaterThan(acknowledgedBefore);
    for (const hidden of [secret, adminKey, key, person.password]) {
      expect(ran.output).not.toContain(hidden);
    }
    const [name = "", ...others] = dumps(into);
    expect(others).toEqual([]);
    backup = join(into, name);
    const deployment = await fetch(`http://127.0.0.1:${served.port}/api/deployment`, {
      headers: { ApiKey: adminKey },
    });
    expect(await deployment.json()).toMatchObject({
      downloadLacks: null,
      lastBackup: { by: "command", bytes: statSync(backup).size },
    });
    await served.stop();
  });
  afterAll(async () => {
    await postgres?.stop();
    folder.remove();
  });

  it("is readable by its owner alone, names its source, and leaves no partial file", () => {
    expect(readdirSync(folder.path("backups"))).toHaveLength(2);
    for (const path of [backup, `${backup}.json`]) expect(statSync(path).mode & 0o777).toBe(0o600);
    const manifest = readFileSync(`${backup}.json`, "utf8");
    for (const hidden of [secret, adminKey, key, person.email]) {
      expect(manifest).not.toContain(hidden);
    }
    const major = /\d+/.exec(postgres.version)?.[0];
    expect(JSON.parse(manifest)).toMatchObject({
      engine: "postgres",
      engineVersion: expect.stringMatching(`^${major}\\.`),
    });
  });

  it("verifies, and restores to a deployment that has people, keys, files and history", async () => {
    const verified = await runOperator("verify", [backup]);
    expect(verified, verified.output).toMatchObject({ code: 0 });
    const settings = { DATABASE_URL: await empty("again") };
    const restored = await runOperator("restore", [backup], settings);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    const against = ["database", "--against", `${backup}.json`];
    expect(await runOperator("verify", against, settings)).toMatchObject({ code: 0 });
    const served = await startServer(server, settings);
    const held = await heldBy(served, fileId, key);
    expect(held).toMatchObject(allHeld);
    expect(Number(held.labels)).toBeGreaterThanOrEqual(acknowledgedBefore);
    expect(held.history).toBe(held.labels);
    await write(served, "label", { projectId, name: "after", color: "#123456" });
    await served.stop();
    const changed = await runOperator("verify", against, settings);
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(/WRONG {2}label .*rows, the backup has/);
    expect(changed.output).toMatch(/ok {5}counters agree with records/);
    const over = await runOperator("restore", [backup], settings);
    expect(over).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty/) });
    expect(await run("again", "select 1 from label where name = 'after'")).toHaveLength(1);
  });

  it("is the same file that an owner downloads", async () => {
    const served = await startServer(server, { DATABASE_URL: url("live") });
    const reply = await fetch(`http://127.0.0.1:${served.port}/api/snapshot`, {
      headers: { ApiKey: adminKey },
    });
    expect(reply.status).toBe(200);
    const path = folder.path("downloaded.dump");
    writeFileSync(path, Buffer.from(await reply.arrayBuffer()));
    await served.stop();
    const settings = { DATABASE_URL: await empty("downloaded") };
    const restored = await runOperator("restore", [path], settings);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    const again = await startServer(server, settings);
    expect(await heldBy(again, fileId, key)).toMatchObject(allHeld);
    await again.stop();
  });

  it("logs why a download fails, and shows the client no host or user", async () => {
    const served = await startServer(server, { DATABASE_URL: url("live") });
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${served.port}${path}`, { headers: { ApiKey: adminKey } });
    await (await ask("/api/snapshot")).arrayBuffer();
    // Existing connections stay; the program gets none.
    await run("postgres", "alter role keeper connection limit 0");
    const reply = await ask("/api/snapshot");
    const text = await reply.text();
    await run("postgres", "alter role keeper connection limit -1");
    await served.stop();
    expect(reply.status, text).toBe(503);
    expect(text).toContain("The backup could not be made");
    expect(text).not.toMatch(/keeper|tocsin-pg|PGSQL|connections/);
    expect(served.output()).toMatch(/too many connections for role/);
    expect(served.output()).not.toContain(secret);
  });

  it("leaves the database empty when restoring it is ended", async () => {
    const settings = { DATABASE_URL: await empty("ended") };
    const holder = new pg.Client({ connectionString: postgres.url("ended") });
    await holder.connect();
    await holder.query("begin; lock table pg_class in share mode");
    const isHeld =
      "select from pg_stat_activity where datname = 'ended' and wait_event_type = 'Lock'";
    const endAmid = async (child: ChildProcess) => {
      while ((await run("postgres", isHeld)).length === 0) await pause(50);
      child.kill("SIGTERM");
    };
    const ran = await runOperator("restore", [backup], settings, (child) => void endAmid(child));
    expect(ran).toEqual({
      code: 143,
      output: "Ended by SIGTERM. Unfinished work is removed.\n",
    });
    await holder.end();
    const own = "select from pg_class where relnamespace = 'public'::regnamespace";
    expect(await run("ended", own)).toEqual([]);
  });

  it("that is cut off or does not match its manifest is refused, and nothing is left", async () => {
    const path = folder.path("cut.dump");
    copyFileSync(backup, path);
    truncateSync(path, 100_000);
    const settings = { DATABASE_URL: await empty("cut") };
    const cut = await runOperator("verify", [path]);
    expect(cut).toMatchObject({ code: 1, output: expect.stringMatching(/cannot be read/) });
    const torn = await runOperator("restore", [path], settings);
    expect(torn, torn.output).toMatchObject({ code: 1 });
    const manifest = JSON.parse(readFileSync(`${backup}.json`, "utf8"));
    copyFileSync(backup, path);
    const label = manifest.tables.find(({ name }: { name: string }) => name === "label");
    label.checksum = "0".repeat(64);
    writeFileSync(`${path}.json`, JSON.stringify(manifest));
    const other = await runOperator("restore", [path], settings);
    expect(other.code).toBe(1);
    expect(other.output).toMatch(/nothing was restored[\s\S]*label: .* but not the same ones/);
    label.rows -= 1;
    writeFileSync(`${path}.json`, JSON.stringify(manifest));
    expect((await runOperator("verify", [path])).output).toMatch(/WRONG {2}label .*backup has/);
    for (const { output } of [cut, torn, other]) expect(output).not.toMatch(/^ {4}at |not-to-be/m);
    const left = await run(
      "cut",
      "select relname from pg_class where relnamespace = 'public'::regnamespace union all select proname from pg_proc where pronamespace = 'public'::regnamespace",
    );
    expect(left).toEqual([]);
  });

  it("restores beside the objects of extensions, which are no data", async (context) => {
    const found = await run(
      "postgres",
      "select name from pg_available_extensions where name in ('citext', 'pg_stat_statements', 'tablefunc')",
    );
    context.skip(found.length === 0, "no extension is installed that puts functions into public");
    const settings = { DATABASE_URL: await empty("extended") };
    for (const { name } of found) await run("extended", `create extension ${name} schema public`);
    const inPublic =
      "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace union all select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace order by name";
    const brought = await run("extended", inPublic);
    expect(brought).not.toEqual([]);
    const path = folder.path("other.dump");
    copyFileSync(backup, path);
    const manifest = JSON.parse(readFileSync(`${backup}.json`, "utf8"));
    for (const table of manifest.tables) table.checksum = "0".repeat(64);
    writeFileSync(`${path}.json`, JSON.stringify(manifest));
    const other = await runOperator("restore", [path], settings);
    expect(other).toMatchObject({ code: 1, output: expect.stringMatching(/not the same ones/) });
    expect(await run("extended", inPublic)).toEqual(brought);
    const restored = await runOperator("restore", [backup], settings);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    const against = ["database", "--against", `${backup}.json`];
    expect(await runOperator("verify", against, settings)).toMatchObject({ code: 0 });
    const over = await runOperator("restore", [backup], settings);
    expect(over).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty/) });
  });

  it("is kept with a warning where the server reports damage, which only verify calls wrong", async () => {
    const settings = { DATABASE_URL: url("live") };
    const mark = (isValid: boolean) =>
      run(
        "live",
        `update pg_index set indisvalid = ${isValid} where indexrelid = (select min(indexrelid) from pg_index where indrelid = 'label'::regclass and not indisprimary)`,
      );
    await mark(false);
    const into = folder.path("of-damaged");
    const ran = await runOperator("backup", [into], settings);
    const verified = await runOperator("verify", ["database"], settings);
    await mark(true);
    expect(ran).toMatchObject({
      ...{ code: 0, output: expect.stringMatching(/^Warning: the index \S+ is not whole\./m) },
    });
    expect(dumps(into)).toHaveLength(1);
    expect(verified).toMatchObject({
      ...{ code: 1, output: expect.stringMatching(/^WRONG .*the index \S+ is not whole/m) },
    });
  });

  it("goes back to PostgreSQL alone", async () => {
    const file = `file:${folder.path("no.db")}`;
    const toFile = await runOperator("restore", [backup, "--to", file]);
    expect(toFile).toMatchObject({ code: 1, output: expect.stringMatching(/is of PostgreSQL/) });
    const sqlite = folder.path("some.db");
    writeFileSync(sqlite, "SQLite format 3\0");
    const settings = { DATABASE_URL: url("live") };
    const fromFile = await runOperator("restore", [sqlite], settings);
    expect(fromFile).toMatchObject({ code: 1, output: expect.stringMatching(/is of SQLite/) });
  });

  it("names the error in the address, and never the password", async () => {
    const none = folder.path("none");
    for (const [settings, told] of [
      [{ DATABASE_URL: url("live", "a-wrong-password") }, /password authentication failed/],
      [{ DATABASE_URL: url("missing") }, /"missing" does not exist/],
      [{ DATABASE_URL: "postgres://keeper:not-to-be-printed@127.0.0.1:1/x" }, /ECONNREFUSED/],
      [{ DATABASE_URL: await empty("bare") }, /none of Tocsin's/],
    ] as const) {
      const ran = await runOperator("backup", [none], settings);
      expect(ran).toMatchObject({ code: 1, output: expect.stringMatching(told) });
      expect(ran.output).not.toMatch(/a-wrong-password|not-to-be-printed|^ {4}at /m);
    }
    expect(readdirSync(none)).toEqual([]);
    const without = { DATABASE_URL: url("live").replace(`:${secret}`, ""), PGPASSWORD: secret };
    expect(await runOperator("backup", [folder.path("by-variable")], without)).toMatchObject({
      code: 0,
    });
  });
});

describe("the programs of PostgreSQL", () => {
  it("are found by version, and missing ones are named", async () => {
    const { lackOf, programFor, programsNamed } = await import(
      "@/lib/store/postgres/dump/programs"
    );
    const bin = folder.path("bin");
    mkdirSync(bin, { recursive: true });
    const path = join(bin, "pg_dump");
    writeFileSync(path, "#!/bin/sh\necho 'pg_dump (PostgreSQL) 91.3 (Debian)'\n");
    chmodSync(path, 0o755);
    const found = await programsNamed("pg_dump", { PATH: bin });
    expect(found.at(-1)).toEqual({ path, version: "91.3", major: 91 });
    expect(programFor("pg_dump", found, 90)).toMatchObject({ major: 91 });
    expect(programFor("pg_dump", found, 92)).toMatch(/91\.3, which is too old for PostgreSQL 92/);
    expect(programFor("pg_dump", [], 15)).toMatch(/not installed.*postgresql-client-15/);
    expect(lackOf("pg_dump", found)).toMatch(/no version of pg_dump that fits the database/);
    expect(lackOf("pg_dump", [])).toMatch(/pg_dump is not installed/);
    expect(lackOf("pg_dump", found)).not.toMatch(/\d|\//);
  });

  it("of 17 or newer are not taken for a server before 17", async () => {
    const { fittingPrograms, programFor } = await import("@/lib/store/postgres/dump/programs");
    const of = (major: number) => ({ path: `/x/${major}/pg_dump`, version: `${major}.2`, major });
    const found = [13, 15, 16, 17, 18].map(of);
    expect(fittingPrograms(found, 15)).toEqual([of(15), of(16)]);
    expect(fittingPrograms(found, 17)).toEqual([of(17), of(18)]);
    expect(programFor("pg_dump", found, 14)).toEqual(of(15));
    expect(programFor("pg_dump", [of(17)], 15)).toMatch(
      /17\.2, which is too new for PostgreSQL 15: .*package postgresql-client-15/,
    );
  });

  it("are tried one after the other until one can read the archive", async () => {
    const { readArchive } = await import("@/lib/store/postgres/dump/archive");
    const place = (name: string, work: string) => {
      const path = folder.path(name);
      writeFileSync(path, `#!/bin/sh\n${work}\n`, { mode: 0o755 });
      return { path, version: "91.3", major: 91 };
    };
    const refusal = "unsupported version (1.16) in file header";
    const old = place("pg_restore-old", `echo 'pg_restore: error: ${refusal}' >&2\nexit 1`);
    const able = place(
      "pg_restore-able",
      'test "$1" = --list || exit 1\necho "; Dumped from database version: 15.4"\necho "210; 1259 16388 TABLE public tocsin_schema tocsin"',
    );
    const archive = folder.path("any.dump");
    const { program, summary } = await readArchive(archive, [old, able], {});
    expect(program).toEqual(able);
    expect(summary).toMatchObject({ major: 15, schema: "public" });
    await expect(readArchive(archive, [old], {})).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringContaining(refusal),
    });
  });

  it("are checked once a minute, without waiting for one that hangs", async () => {
    const { programsNamed } = await import("@/lib/store/postgres/dump/programs");
    const bin = folder.path("slow-bin");
    mkdirSync(bin, { recursive: true });
    const path = join(bin, "pg_dump");
    const asked = folder.path("asked");
    const script = `#!/bin/sh\necho x >> ${asked}\nexec /bin/sleep 60\n`;
    writeFileSync(path, script, { mode: 0o755 });
    const begun = performance.now();
    const found = await programsNamed("pg_dump", { PATH: bin });
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(found.map((program) => program.path)).not.toContain(path);
    expect(await programsNamed("pg_dump", { PATH: bin })).toEqual(found);
    expect(readFileSync(asked, "utf8")).toBe("x\n");
  });
});
