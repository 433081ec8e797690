import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "@/lib/store/open-store";
import { box, row, testResources } from "@/lib/store/test-resources";
import type { SqliteConnection } from "./connection";
import { openFile, openMemory, type SqliteFiles } from "./open";
import { Statistics } from "./statistics";

const folder = mkdtempSync(join(tmpdir(), "tocsin-statistics-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asked = "select * from box where color = 1 and weight = 1";

/** The index that a connection would go by. */
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
  ["a file", () => openFile(join(folder, "plans.db"), 1_000, () => undefined)],
  ["memory", () => openMemory(1_000)],
])("what is asked is planned by what the tables hold by now, in %s", async (_, open) => {
  const files = open();
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

test("nothing is written while nothing is due, and whoever reads a file goes on to read only", async () => {
  const files = openFile(join(folder, "quiet.db"), 1_000, () => undefined);
  makeBoxes(files);
  fill(files, 300, "1", "value");
  const statistics = new Statistics(files);
  await statistics.renew();
  const version = files.reader.raw.pragma("data_version", { simple: true });
  fill(files, 400, "1", "value");
  const filled = files.reader.raw.pragma("data_version", { simple: true });
  expect(filled).not.toBe(version);
  const run = vi.spyOn(files.writer.raw, "exec");
  await statistics.renew();
  expect(run, "also for an empty table, of which nothing can be known").not.toHaveBeenCalled();
  expect(files.reader.raw.pragma("data_version", { simple: true })).toBe(filled);
  expect(() => files.reader.raw.exec("delete from box")).toThrow(/readonly/);
  files.close();
  await statistics.renew();
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
    const known = () =>
      beside
        .prepare("select count(*) from sqlite_master where name = 'sqlite_stat1'")
        .pluck()
        .get();
    expect(known()).toBe(0);
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(known()).toBe(1));
    beside.close();
    await store.close();
    expect(vi.getTimerCount(), "once it is closed").toBe(0);
  });
});
