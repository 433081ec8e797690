import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "@/lib/store/open-store";
import { box, row, testResources } from "@/lib/store/testing/test-resources";
import type { SqliteConnection } from "./connection/connection";
import { openFile, openMemory, type SqliteFiles } from "./file/open";
import { Statistics } from "./statistics";

const folder = mkdtempSync(join(tmpdir(), "tocsin-statistics-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked = "select * from box where color = 1 and weight = 1";

/** Returns the index that a connection would use. */
function indexFor({ raw }: SqliteConnection): string {
  const steps = raw.prepare(`explain query plan ${asked}`).all();
  return /USING INDEX (\w+)/.exec(JSON.stringify(steps))?.[1] ?? "";
}

function makeBoxes({ writer }: SqliteFiles): void {
  writer.raw.exec(`
    create table box (color integer, weight integer);
    create index by_color on box (color);
    create index by_weight on box (weight);
    create table unused (color integer);
  `);
}

function fill({ writer }: SqliteFiles, count: number, color: string, weight: string): void {
  writer.raw.exec(`
    delete from box;
    insert into box (color, weight) select ${color}, ${weight} from
      (with recursive n(value) as (select 1 union all select value + 1 from n limit ${count}) select value from n);
  `);
}

test.each([
  ["a file", () => openFile(join(folder, "plans.db"), { queryTimeoutMs: 1_000 })],
  ["memory", () => openMemory(1_000)],
])("queries are planned by the current content of the tables, in %s", async (_, open) => {
  const files = await open();
  makeBoxes(files);
  const statistics = new Statistics(files);
  fill(files, 300, "1", "value");
  await statistics.renew();
  expect(indexFor(files.reader)).toBe("by_weight");
  fill(files, 4_000, "value", "1");
  expect(indexFor(files.reader), "which outgrew what is known").toBe("by_weight");
  await statistics.renew();
  expect(indexFor(files.reader)).toBe("by_color");
  files.close();
});

/** Returns the tables and indexes that have statistics, one entry for each row. */
function known({ raw }: SqliteConnection): unknown[] {
  return raw.prepare("select coalesce(idx, tbl) from sqlite_stat1 order by 1").pluck().all();
}

describe("over a file", () => {
  let files: SqliteFiles;
  let statistics: Statistics;
  beforeEach(async () => {
    files = await openFile(join(mkdtempSync(join(folder, "one-")), "t.db"), {
      queryTimeoutMs: 1_000,
    });
    makeBoxes(files);
    statistics = new Statistics(files);
  });
  afterEach(() => files.close());

  test("nothing is gathered for deletions pending in the search index, whose number varies", async () => {
    files.writer.raw.exec(`
      create table tocsin_search_gone (entry integer primary key);
      insert into tocsin_search_gone values (1), (2), (3);
    `);
    fill(files, 2_000, "1", "value");
    await statistics.renew();
    expect(known(files.writer)).toEqual(["by_color", "by_weight"]);
  });

  test("nothing is checked or written after few changes, and the reader stays read-only", async () => {
    fill(files, 300, "1", "value");
    await statistics.renew();
    fill(files, 400, "1", "value");
    const before = files.reader.raw.pragma("data_version", { simple: true });
    const ask = vi.spyOn(files.writer.raw, "pragma");
    await statistics.renew();
    expect(ask).not.toHaveBeenCalled();
    expect(files.reader.raw.pragma("data_version", { simple: true })).toBe(before);
    expect(() => files.reader.raw.exec("delete from box")).toThrow(/readonly/);
  });

  test("a check waits until a tenth of the rows has changed, or for a minute", async () => {
    let nowMs = 0;
    const timed = new Statistics(files, () => nowMs);
    fill(files, 40_000, "1", "value");
    await timed.renew();
    const ask = vi.spyOn(files.writer.raw, "pragma");
    const add = (count: number) =>
      files.writer.raw.exec(`insert into box select * from box limit ${count}`);
    add(2_000);
    await timed.renew();
    expect(ask).not.toHaveBeenCalled();
    nowMs = 60_000;
    await timed.renew();
    expect(ask).toHaveBeenCalledOnce();
    add(2_000);
    await timed.renew();
    expect(ask).toHaveBeenCalledOnce();
    add(3_000);
    await timed.renew();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test("they are loaded in the turn of a read without keeping writes away", async () => {
    const { reads, reader, writer } = files;
    const readJustBefore = {
      ...files,
      get reader() {
        reads?.begin();
        reader.rows("select * from box limit 1", []);
        return reader;
      },
    };
    fill(files, 300, "1", "value");
    await new Statistics(readJustBefore).renew();
    writer.raw.exec("insert into box values (1, 1)");
    expect(indexFor(reader)).toBe("by_weight");
  });

  test("a table that gains its rows while others are gathered is gathered next", async () => {
    fill(files, 4_000, "1", "value");
    const run = statistics.renew();
    expect(statistics.renew(), "one run at a time").toBe(run);
    // It has checked, and gathered for the first index.
    await new Promise(setImmediate);
    files.writer.raw.exec("insert into unused select color from box");
    await run;
    expect(known(files.writer)).toEqual(["by_color", "by_weight"]);
    await statistics.renew();
    expect(known(files.writer)).toEqual(["by_color", "by_weight", "unused"]);
  });

  test("a table stored in key order has one entry, however often it is gathered", async () => {
    files.writer.raw.exec(
      "create table link (a integer, b integer, primary key (a, b)) without rowid",
    );
    for (const count of [30, 3_000]) {
      fill(files, count, "1", "value");
      files.writer.raw.exec("insert or ignore into link select color, weight from box");
      await statistics.renew();
    }
    expect(known(files.writer)).toEqual(["by_color", "by_weight", "link"]);
  });

  test("a full disk and a locked file postpone it", async () => {
    fill(files, 4_000, "1", "value");
    const { raw } = files.writer;
    raw.pragma(`max_page_count = ${raw.pragma("page_count", { simple: true })}`);
    await statistics.renew();
    raw.pragma("max_page_count = 100000");
    await statistics.renew();
    expect(known(files.writer)).toEqual(["by_color", "by_weight"]);
    fill(files, 50_000, "value", "1");
    const beside = new Sqlite(raw.name);
    beside.exec("begin immediate");
    await statistics.renew();
    expect(indexFor(files.reader)).toBe("by_weight");
    beside.exec("rollback");
    beside.close();
    await statistics.renew();
    expect(indexFor(files.reader)).toBe("by_color");
  });

  test("a closed database is left alone, also midway", async () => {
    fill(files, 4_000, "1", "value");
    const run = statistics.renew();
    files.close();
    await run;
    await statistics.renew();
  });
});

describe("an open store", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => vi.useRealTimers());

  test("gathers by itself, without being closed", async () => {
    const file = join(folder, "open.db");
    const store = await openStore({ url: `file:${file}`, resources: testResources });
    await store.write(async (writer) => {
      for (let n = 0; n < 100; n += 1) await writer.insert(box, row({ name: `box ${n}` }));
    });
    const beside = new Sqlite(file, { readonly: true });
    const gathered = () =>
      beside
        .prepare("select count(*) from sqlite_master where name = 'sqlite_stat1'")
        .pluck()
        .get();
    expect(gathered()).toBe(0);
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => expect(gathered()).toBe(1));
    beside.close();
    await store.close();
    expect(vi.getTimerCount(), "once it is closed").toBe(0);
  });
});
