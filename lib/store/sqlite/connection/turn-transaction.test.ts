import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { openFile, type SqliteFiles } from "@/lib/store/sqlite/file/open";
import { box, row, testResources } from "@/lib/store/testing/test-resources";

const folder = mkdtempSync(join(tmpdir(), "tocsin-turns-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let store: Store;
let file: string;
let made = 0;
beforeEach(async () => {
  made += 1;
  file = join(folder, `${made}.db`);
  store = await openStore({ url: `file:${file}`, resources: testResources });
});
afterEach(() => store.close());

const boxes = () => store.reader.count(box, { projects: "all" });

it("shows a write to the reads that begin after it, in the turn of its commit too", async () => {
  let opened: Store | undefined;
  const own = await openStore({
    url: `file:${join(folder, "own.db")}`,
    resources: testResources,
    // Reads in the same turn as the commit, just before it.
    onStatement: (text) => {
      if (text === "commit") void opened?.ping();
    },
  });
  opened = own;
  const count = () => own.reader.count(box, { projects: "all" });
  for (let n = 1; n <= 20; n += 1) {
    const before = count();
    const written = own.write((writer) => writer.insert(box, row())).then(count);
    expect([await before, await written]).toEqual([n - 1, n]);
  }
  await own.close();
});

it("shows statements of the handle for SQL to the next read", async () => {
  for (let n = 0; n < 3; n += 1) {
    await store.write((writer) => writer.insert(box, row()));
    const counted = await store.reader.find(box, { projects: "all", columns: ["_id"] });
    await store.rawSql.run("delete from test_box where _id = ?", [String(counted[0]?._id)]);
    expect(await store.reader.find(box, { projects: "all" })).toEqual([]);
  }
});

it("lets the log be merged into the file while reads go on in every turn", async () => {
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      await boxes();
      await nextTurn();
    }
  })();
  const name = "x".repeat(4_000);
  for (let n = 0; n < 3_000; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, () => store.write((writer) => writer.insert(box, row({ name })))),
    );
  }
  isDone = true;
  await reading;
  expect(statSync(`${file}-wal`).size).toBeLessThan(30_000_000);
});

it("ends before the database is closed, with reads in the same turn", async () => {
  const path = join(folder, "closed.db");
  const own = await openStore({ url: `file:${path}`, resources: testResources });
  await own.write((writer) => writer.insert(box, row()));
  const read = own.reader.count(box, { projects: "all" });
  await own.close();
  expect(await read).toBe(1);
  // SQLite merges the log and removes it when the last connection closes outside a transaction.
  expect(existsSync(`${path}-wal`)).toBe(false);
  await nextTurn();
});

it("keeps no snapshot from the latest commit", async () => {
  await store.write((writer) => writer.insert(box, row({ name: "latest" })));
  const [, pieces] = await Promise.all([boxes(), store.snapshot()]);
  const copy = join(folder, "snapshot.db");
  writeFileSync(copy, await bytesOf(pieces));
  const raw = new Sqlite(copy, { readonly: true });
  expect(raw.prepare("select name from test_box").pluck().all()).toEqual(["latest"]);
  raw.close();
});

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

it("begins once in a turn and ends with it", async () => {
  const files: SqliteFiles = await openFile(join(folder, "bare.db"), { queryTimeoutMs: 1_000 });
  const { reader, reads } = files;
  reads?.begin();
  reads?.begin();
  expect(reader.raw.inTransaction).toBe(true);
  await nextTurn();
  expect(reader.raw.inTransaction).toBe(false);
  reads?.begin();
  files.close();
  await nextTurn();
});
