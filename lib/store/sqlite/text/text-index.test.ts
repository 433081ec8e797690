import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { pick, randomFrom } from "@/bench/prose";
import type { Row } from "@/lib/schema/row";
import { openStore } from "@/lib/store/open-store";
import type { RecordWriter, Store } from "@/lib/store/port/store";
import { box, row, testResources } from "@/lib/store/testing/test-resources";

const folder = mkdtempSync(join(tmpdir(), "tocsin-text-index-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string) => join(folder, `${name}.db`);
const open = (name: string) => openStore({ url: `file:${fileOf(name)}`, resources: testResources });

/** Stores `count` boxes, which are found by "gateway" and their number. */
async function fill(store: Store, count: number): Promise<Row[]> {
  const boxes = Array.from({ length: count }, (_, n) => row({ name: `gateway n${n}` }));
  await store.write(async (writer) => {
    for (const one of boxes) await writer.insert(box, one);
  });
  return boxes;
}

/** Stores boxes, closes the store and changes the file by `statement`. Returns the first box. */
async function leave(name: string, statement: string): Promise<Row | undefined> {
  const store = await open(name);
  const [one] = await fill(store, 200);
  await store.close();
  const db = new Sqlite(fileOf(name));
  db.exec(statement);
  db.close();
  return one;
}

async function found(store: Store, text: string): Promise<string[]> {
  const scopes = [{ projects: "all" as const, paths: [box.path] }];
  return (await store.reader.search({ text, scopes, limit: 1_000 })).map(({ id }) => id);
}

/**
 * Returns how many entries the index finds by a part of "gateway", how many of these exist, and how
 * many deletions are pending.
 */
function counted(name: string) {
  const db = new Sqlite(fileOf(name), { readonly: true });
  const one = (statement: string) => Number(db.prepare(statement).pluck().get());
  const counts = {
    led: one("select count(*) from tocsin_search_text where tocsin_search_text match '\"gat\"'"),
    there: one(
      "select count(*) from tocsin_search where entry <= (select entry from tocsin_search_done)",
    ),
    leaving: one("select count(*) from tocsin_search_gone"),
  };
  db.close();
  return counts;
}

test("all names of an entry leave with it, whatever their characters", async () => {
  const store = await open("names");
  const random = randomFrom(131);
  const signs = [..."aB1 -_#\n\t\0.,é\u0301ﬁ㎏ΣσςİıßÅ한字\u{1F600}\ud800ﷺ"];
  const name = () => Array.from({ length: 300 }, () => pick(random, signs)).join("");
  const boxes = Array.from({ length: 300 }, () => row({ name: name() }));
  await store.write(async (writer) => {
    for (const one of boxes) await writer.insert(box, one);
  });
  await store.write(async (writer) => {
    for (const { _id } of boxes.slice(0, 200)) {
      await writer.update(box, String(_id), { name: name() }, { projects: "all" });
    }
    for (const { _id } of boxes.slice(100)) {
      await writer.remove(box, String(_id), { projects: "all" });
    }
  });
  await store.close();
  const db = new Sqlite(fileOf("names"), { readonly: true });
  const left = db.prepare(
    "select count(*), count(e.entry) from tocsin_search_name as n left join tocsin_search as e on e.entry = n.entry",
  );
  const [names, named] = left.raw().get() as [number, number];
  db.close();
  expect([names, named]).toEqual([100, 100]);
});

test("deleted entries are not found, and leave the index in batches", async () => {
  const store = await open("gone");
  const boxes = await fill(store, 400);
  const [gone, renamed, kept] = [boxes.slice(0, 100), boxes.slice(100, 200), boxes.slice(200)];
  await store.write(async (writer) => {
    for (const { _id } of gone) await writer.remove(box, String(_id), { projects: "all" });
    for (const { _id } of renamed) {
      await writer.update(box, String(_id), { name: "balancer" }, { projects: "all" });
    }
  });
  expect(new Set(await found(store, "gateway"))).toEqual(new Set(kept.map(({ _id }) => _id)));
  expect(await found(store, "n7")).toEqual([]);
  expect(await found(store, "balancer")).toHaveLength(100);
  const { led, leaving: remaining } = counted("gone");
  expect(remaining).toBe(200 - 128);
  // Of the 400: the kept boxes that are already in the index, and the pending deletions.
  expect(led).toBe(kept.length - (400 % 128) + remaining);
  await store.close();
});

/** Returns the numbers of the index's blocks, without those that list its content and deletions. */
function blocks(name: string): unknown[] {
  const db = new Sqlite(fileOf(name), { readonly: true });
  const isOfSegment = "id >= (1 << 37) and (id >> 37) < (1 << 16)";
  const ids = db
    .prepare(`select id from tocsin_search_text_data where ${isOfSegment} order by id`)
    .pluck()
    .all();
  db.close();
  return ids;
}

test("deletions rewrite nothing of the index, in a file of an earlier version too", async () => {
  const first = await open("merged");
  const boxes = await fill(first, 2_000);
  await first.close();
  const db = new Sqlite(fileOf("merged"));
  db.exec(`
    insert into tocsin_search_text (tocsin_search_text) values ('optimize');
    insert into tocsin_search_text (tocsin_search_text, rank) values ('deletemerge', 10);
  `);
  db.close();
  const store = await open("merged");
  const before = blocks("merged");
  await store.write(async (writer) => {
    for (const { _id } of boxes.slice(0, 1_000)) {
      await writer.remove(box, String(_id), { projects: "all" });
    }
  });
  expect(before.length).toBeGreaterThan(3);
  expect(blocks("merged")).toEqual(before);
  expect(await found(store, "gateway")).toHaveLength(1_000);
  await store.close();
});

test("a file of a version without the table of deleted entries gets it", async () => {
  const one = await leave("earlier", "drop table tocsin_search_gone");
  const store = await open("earlier");
  await store.write((writer) => writer.remove(box, String(one?.["_id"]), { projects: "all" }));
  expect(await found(store, "n0")).toEqual([]);
  expect(counted("earlier")).toEqual({ led: 128, there: 127, leaving: 1 });
  await store.close();
});

test("a write that fails takes nothing out, whether it is the first of its commit or not", async () => {
  const store = await open("failed");
  const boxes = await fill(store, 400);
  const removeMany = (writer: RecordWriter) =>
    Promise.all(
      boxes.slice(0, 200).map(({ _id }) => writer.remove(box, String(_id), { projects: "all" })),
    );
  const fail = () =>
    store.write(async (writer) => {
      await removeMany(writer);
      throw new Error("no");
    });
  const other = () => store.write((writer) => writer.insert(box, row({ name: "other" })));
  const outcomes = await Promise.allSettled([fail(), other(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(await found(store, "gateway")).toHaveLength(400);
  expect(counted("failed").leaving).toBe(0);
  await store.write(removeMany);
  expect(await found(store, "gateway")).toHaveLength(200);
  await store.close();
});

test("entry numbers that a reinstalled version reused, or will reuse, stay in the index", async () => {
  const one = await leave(
    "back",
    "insert into tocsin_search_gone (entry) select entry from tocsin_search limit 100; insert into tocsin_search_gone values (250)",
  );
  const store = await open("back");
  expect(counted("back").leaving).toBe(0);
  await store.write((writer) => writer.remove(box, String(one?.["_id"]), { projects: "all" }));
  expect(await found(store, "gateway")).toHaveLength(199);
  await store.close();
});
