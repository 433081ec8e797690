import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { buildSync } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as fields from "@/lib/schema/fields";
import { defineResource, type Resource } from "@/lib/schema/resource";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { openStore } from "./open-store";
import { noteCleanShutdown } from "./sqlite/file/clean-shutdown";
import { box, here, row, testResources, there, thing } from "./testing/test-resources";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tocsin-store-"));
  file = join(folder, "t.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (resources: Iterable<Resource> = testResources, path = file) =>
  openStore({ url: `file:${path}`, resources });
const all = { projects: "all" } as const;

test("records outlive the process, and reads do not wait for a transaction", async () => {
  const first = await open(testResources, join(folder, "new.db"));
  await first.write(async (writer) => {
    await writer.insert(box, row({ name: "kept" }));
    expect(await first.reader.find(box, all)).toEqual([]);
    expect(await first.reader.count(box, all)).toBe(0);
  });
  await first.close();
  const second = await open(testResources, join(folder, "new.db"));
  expect(await second.reader.find(box, all)).toMatchObject([{ name: "kept" }]);
  await second.close();
});

test("the connection is set up for safety", async () => {
  const store = await open();
  const db = kyselyOver(store);
  const pragma = async (name: string) => {
    const { rows } = await db.executeQuery<Record<string, unknown>>({
      ...db.selectFrom("x").selectAll().compile(),
      sql: `pragma ${name}`,
      parameters: [],
    });
    return Object.values(rows[0] ?? {})[0];
  };
  expect(await pragma("journal_mode")).toBe("wal");
  expect(await pragma("synchronous")).toBe(2);
  expect(await pragma("foreign_keys")).toBe(1);
  expect(await pragma("trusted_schema")).toBe(0);
  expect(await pragma("page_size")).toBe(8192);
  await store.close();
});

const define = (
  path: string,
  own: Parameters<typeof defineResource>[0]["fields"],
  unique: string[][] = [],
) =>
  defineResource({
    path,
    name: path,
    plural: path,
    group: "settings",
    about: "For tests.",
    label: "name",
    permission: path,
    unique,
    fields: own,
  });

test("an older file gains what the definitions have since gained", async () => {
  const old = define("note", {
    name: fields.text(),
    aboutIt: fields.relation("box", { indexed: false }),
  });
  const first = await open([old]);
  await first.write(async (writer) => {
    await writer.insert(old, row({ name: "Ä", aboutItId: "b1" }));
    await writer.insert(old, row({ name: "b", projectId: there }));
  });
  await first.close();

  const later = define(
    "note",
    {
      name: fields.text(),
      aboutIt: fields.relation("box"),
      isLoud: fields.boolean({ default: true }),
      extra: fields.relation("box"),
      many: fields.relationList("box"),
    },
    [["projectId", "name"]],
  );
  const second = await open([later, box]);
  const found = await second.reader.find(later, {
    ...all,
    sort: [{ column: "name", direction: "desc" }],
  });
  expect(found).toMatchObject([
    { name: "Ä", aboutItId: "b1", isLoud: true, extraId: null, many: null },
    { name: "b", isLoud: true },
  ]);
  const where = { op: "eq", column: "aboutItId", value: "b1" } as const;
  expect(await second.reader.count(later, { ...all, filter: where })).toBe(1);
  expect(await second.reader.count(later, { projects: [here] })).toBe(1);
  const clash = second.write((writer) => writer.insert(later, row({ name: "ä" })));
  await expect(clash).rejects.toMatchObject({ code: "conflict" });
  await second.write((writer) => writer.insert(later, row({ name: "c", many: ["b1"] })));
  await second.write((writer) => writer.insert(box, row()));
  const many = { op: "hasAny", column: "many", values: ["b1"] } as const;
  expect(await second.reader.count(later, { ...all, filter: many })).toBe(1);
  await second.close();

  const again = await open([later, box]);
  expect(await again.reader.count(later, all)).toBe(3);
  const names = await indexNames();
  expect(names).toContain("ix_note__projectId_aboutItId_createdAt__id");
  expect(names).not.toContain("ix_note__aboutItId");
  await again.close();

  async function indexNames(): Promise<unknown[]> {
    const db = kyselyOver(again);
    const rows = await db
      .selectFrom("sqlite_master")
      .select("name")
      .where("type", "=", "index")
      .execute();
    return rows.map(({ name }) => name);
  }
});

test("a definition that the records do not fit is refused in a sentence", async () => {
  const old = define("note", { name: fields.text() });
  const first = await open([old]);
  await first.write(async (writer) => {
    await writer.insert(old, row({ name: "a" }));
    await writer.insert(old, row({ name: "A" }));
  });
  await first.close();
  const strict = define("note", { name: fields.text() }, [["projectId", "name"]]);
  await expect(open([strict])).rejects.toMatchObject({ name: "StartupError" });
  const back = await open([old]);
  expect(await back.reader.count(old, all)).toBe(2);
  await back.close();
});

test("a file with a second name is refused, because that name has a lock of its own", async () => {
  await (await open()).close();
  linkSync(file, join(folder, "second.db"));
  await expect(open()).rejects.toThrow(/has 2 names \(hard links\)/);
  unlinkSync(join(folder, "second.db"));
  await (await open()).close();
});

test("a missing file is created in an existing folder, unless creating is off", async () => {
  const unmounted = join(folder, "unmounted", "t.db");
  await expect(open(testResources, unmounted)).rejects.toThrow(/no folder .*unmounted/);
  expect(existsSync(join(folder, "unmounted"))).toBe(false);
  const url = `file:${join(folder, "none.db")}`;
  const none = openStore({ url, resources: testResources, mayCreate: false });
  await expect(none).rejects.toThrow(/no database at .*DATABASE_CREATE=0/);
  expect(existsSync(join(folder, "none.db"))).toBe(false);
});

test("a file of a newer version, and another program's, are refused untouched", async () => {
  await (await open()).close();
  const raw = new Sqlite(file);
  raw.exec("update tocsin_schema set version = 999");
  raw.pragma("journal_mode = delete");
  raw.close();
  const before = readFileSync(file);
  await expect(open()).rejects.toThrow("newer Tocsin");
  expect(readFileSync(file).equals(before)).toBe(true);

  const other = join(folder, "other.db");
  const foreign = new Sqlite(other);
  foreign.exec("create table theirs (a)");
  foreign.close();
  const theirs = readFileSync(other);
  await expect(open(testResources, other)).rejects.toThrow("another program");
  expect(readFileSync(other).equals(theirs)).toBe(true);
});

test.each<[string, () => string, string]>([
  ["a folder", () => folder, "cannot be opened"],
  [
    "no database",
    () => written("text.db", "this is no database, ".repeat(200)),
    "no SQLite database",
  ],
  ["below a file", () => join(written("plain", "x"), "t.db"), "cannot be opened"],
])("a path that is %s is refused in a sentence", async (_, make, reason) => {
  const refused = await open(testResources, make()).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: "StartupError" });
  expect(String(refused)).toContain(reason);
});

test("an address of no known form is refused", async () => {
  for (const url of ["", "file:", "postgres://x", "t.db"]) {
    await expect(openStore({ url, resources: [] })).rejects.toMatchObject({ name: "StartupError" });
  }
});

test("a damaged file is refused", async () => {
  const store = await open();
  await store.write(async (writer) => {
    for (let n = 0; n < 200; n += 1) await writer.insert(thing, row({ notes: "x".repeat(500) }));
  });
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 20_000);
  writeFileSync(file, bytes);
  await expect(open()).rejects.toMatchObject({ name: "StartupError" });
});

test.each(["t.db ", "t.db\n"])(
  "a path with white space at its end is refused: %j",
  async (name) => {
    await expect(open(testResources, join(folder, name))).rejects.toMatchObject({
      name: "StartupError",
      message: expect.stringMatching(/begins or ends with white space.*DATABASE_URL/),
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("one file is open once, by whatever name, and again after it was closed", async () => {
  const first = await open();
  const link = join(folder, "link.db");
  symlinkSync(file, link);
  await expect(open()).rejects.toThrow("Another process");
  await expect(open(testResources, link)).rejects.toThrow("Another process");
  await first.close();
  await (await open(testResources, link)).close();
});

test("a record acknowledged by a killed process is stored, and its lock is gone", async () => {
  const child = spawn(process.execPath, [program(), file], {
    env: { ...process.env, NODE_PATH: join(process.cwd(), "node_modules") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("stored");
  await expect(open()).rejects.toThrow("Another process");
  child.kill("SIGKILL");
  await once(child, "exit");
  const store = await open();
  expect(await store.reader.find(box, all)).toMatchObject([{ name: "survivor" }]);
  expect(await store.reader.count(box, all)).toBe(1);
  await store.close();
});

test("a lock that this account may not write keeps it out, and is named", async () => {
  const script = program();
  await (await open()).close();
  const lock = `${file}.lock`;
  chmodSync(lock, 0o444);
  const said = await refusalToOwner(script, [folder, file]);
  expect(said).toContain(`its lock ${lock} cannot be written`);
});

test.each(["-wal", "-shm"])("a %s that this account may not open is named", async (end) => {
  const script = program();
  await (await open()).close();
  writeFileSync(file + end, "", { mode: 0o000 });
  const said = await refusalToOwner(script, [folder, file, `${file}.lock`]);
  expect(said).toContain(`The database ${file} cannot be opened: ${file}${end} cannot be read`);
});

/** Opens the file in a child that owns these paths, and returns why it was refused. */
async function refusalToOwner(script: string, owned: readonly string[]): Promise<string> {
  // Modes do not restrict root, so the child runs as another user.
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
  if (other) for (const path of owned) chownSync(path, other.uid, other.gid);
  const child = spawn(process.execPath, [script, file], {
    env: { ...process.env, NODE_PATH: join(process.cwd(), "node_modules") },
    stdio: ["ignore", "pipe", "pipe"],
    ...other,
  });
  let said = "";
  child.stderr.on("data", (part) => {
    said += part;
  });
  child.stdout.once("data", () => child.kill("SIGKILL"));
  expect(await once(child, "close")).toEqual([1, null]);
  return said;
}

test("a snapshot is readable by this account alone while it is made, and leaves no file", async () => {
  const store = await open();
  let isTaken = false;
  const taking = store.snapshot().finally(() => {
    isTaken = true;
  });
  const modes = new Set<number>();
  while (!isTaken) {
    for (const name of copies()) {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      if (found) modes.add(found.mode & 0o777);
    }
    await new Promise(setImmediate);
  }
  expect(modes).toEqual(new Set([0o600]));
  expect(copies()).toEqual([]);
  const copy = join(folder, "copy.db");
  await writeFile(copy, await taking);
  expect(readFileSync(copy).toString("latin1", 0, 15)).toBe("SQLite format 3");
  await store.close();
});

test("a snapshot is made while the store serves, and its making ends with the store", async () => {
  const store = await open();
  const first = store.snapshot();
  await store.write((writer) => writer.insert(box, row({ name: "meanwhile" })));
  await writeFile(join(folder, "copy.db"), await first);
  const second = expect(store.snapshot()).rejects.toMatchObject({ code: "unavailable" });
  await new Promise(setImmediate);
  await store.close();
  await second;
  expect(readdirSync(folder).sort()).toEqual(["copy.db", "t.db", "t.db.lock"]);
});

const copies = () => readdirSync(folder).filter((name) => name.includes(".snapshot-"));

test("files of a process killed while it took a snapshot are removed, and nothing else", async () => {
  const left = `t.db.snapshot-${randomUUID()}`;
  for (const name of [left, `${left}-journal`, "t.db.snapshot-mine", `u${left}`])
    written(name, "x");
  await (await open()).close();
  expect(copies().sort()).toEqual(["t.db.snapshot-mine", `u${left}`]);
});

test("a snapshot that finds no room is unavailable, and leaves no file", async () => {
  const store = await open();
  await store.write(async (writer) => {
    for (let n = 0; n < 1_500; n += 1) await writer.insert(thing, row({ notes: "x".repeat(900) }));
  });
  await store.close();
  const script = program(`
    const code = await store.snapshot().then(() => "taken", ({ code }) => code);
    process.stdout.write(code);
    await store.close();`);
  // Writes of the child may extend a file to at most 500 kB.
  const child = spawn(
    "bash",
    ["-c", 'ulimit -f 500; exec "$@"', "-", process.execPath, script, file],
    {
      env: { ...process.env, NODE_PATH: join(process.cwd(), "node_modules") },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("unavailable");
  await once(child, "exit");
  expect(copies()).toEqual([]);
});

/**
 * A program that opens the given file, stores a record, reports it and waits; or does other work.
 */
function program(
  work = `
    await store.write((writer) => writer.insert(box, row({ name: "survivor" })));
    process.stdout.write("stored");
    setTimeout(() => undefined, 60_000);`,
): string {
  const outfile = join(folder, "program.cjs");
  buildSync({
    stdin: {
      contents: `
        import { openStore } from "@/lib/store/open-store";
        import { box, row, testResources } from "@/lib/store/testing/test-resources";
        async function main() {
          const store = await openStore({ url: "file:" + process.argv[2], resources: testResources });
          ${work}
        }
        void main();`,
      resolveDir: process.cwd(),
      loader: "ts",
    },
    outfile,
    bundle: true,
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("only a large file that was closed cleanly is not checked again", async () => {
  const store = await open();
  // The last page of the file then holds records, which the opening does not read.
  await store.write(async (writer) => {
    for (let n = 0; n < 200; n += 1) await writer.insert(thing, row({ notes: "x".repeat(500) }));
  });
  await store.close();
  truncateSync(file, 256_000_001);
  expect(existsSync(`${file}.closed`)).toBe(false);
  await (await open()).close();
  expect(existsSync(`${file}.closed`)).toBe(true);
  const served = await open();
  expect(existsSync(`${file}.closed`)).toBe(false);
  await served.close();
  // Damages the last page that the header counts, which a check of the file reads.
  const beyond = new Sqlite(file, { readonly: true });
  const pages = Number(beyond.pragma("page_count", { simple: true }));
  const size = Number(beyond.pragma("page_size", { simple: true }));
  beyond.close();
  const raw = openSync(file, "r+");
  writeSync(raw, Buffer.alloc(size, 7), 0, size, (pages - 1) * size);
  closeSync(raw);
  await expect(open()).rejects.toThrow("is damaged");
  noteCleanShutdown(file);
  await (await open()).close();
});

test("a note of a clean shutdown belongs to the owner of the file, and one of others is replaced", async () => {
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? 65_534 : Number(process.getuid?.());
  await (await open()).close();
  if (isRoot) chownSync(file, owner, owner);
  truncateSync(file, 256_000_001);
  await (await open()).close();
  expect(statSync(`${file}.closed`).uid).toBe(owner);
  // A folder cannot be read as a file, whoever reads it.
  rmSync(`${file}.closed`);
  symlinkSync(folder, `${file}.closed`);
  await (await open()).close();
  expect(lstatSync(`${file}.closed`).isFile()).toBe(true);
});

test("a link in the place of a note of a clean shutdown is not followed", async () => {
  await (await open()).close();
  truncateSync(file, 256_000_001);
  const other = join(folder, "other");
  writeFileSync(other, "of another");
  symlinkSync(other, `${file}.closed`);
  noteCleanShutdown(file);
  expect(readFileSync(other, "utf8")).toBe("of another");
});
