import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { openStore } from "@/lib/store/open-store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { box, row, testResources } from "@/lib/store/testing/test-resources";
import { sqliteEngine } from "./engine";
import { openFile } from "./file/open";

const folder = mkdtempSync(join(tmpdir(), "tocsin-commits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string) => join(folder, `${name}.db`);
const open = (name: string, onStatement: (sql: string) => void = () => undefined) =>
  openStore({ url: `file:${fileOf(name)}`, resources: testResources, onStatement });

test("writes that come in together share commits; one that throws leaves nothing and the rest alone", async () => {
  let commits = 0;
  const store = await open("shared", (sql) => {
    if (sql === "commit") commits += 1;
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      store.write(async (writer) => {
        await writer.insert(box, row({ name: `box ${n}` }));
        if (n % 3 === 0) throw new Error(`no ${n}`);
        return n;
      }),
    ),
  );
  const kept = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(kept).toEqual(Array.from({ length: 30 }, (_, n) => n).filter((n) => n % 3 !== 0));
  expect(outcomes[3]).toMatchObject({ status: "rejected", reason: { message: "no 3" } });
  const stored = await store.reader.find(box, { projects: "all", columns: ["name"] });
  expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(kept.map((n) => `box ${n}`)));
  expect(await store.reader.count(box, { projects: "all" })).toBe(20);
  // A shared commit ends after some milliseconds, which one write may take on a busy machine.
  const shareCommits = async () => {
    const before = commits;
    const insert = () => store.write((writer) => writer.insert(box, row({ name: "more" })));
    await Promise.all(Array.from({ length: 20 }, insert));
    expect(commits - before).toBeLessThan(20);
  };
  await vi.waitFor(shareCommits, { timeout: 30_000, interval: 10 });
  await store.close();
});

test("a write is reported done only once others can read it", async () => {
  const store = await open("durable");
  const other = new Sqlite(fileOf("durable"), { readonly: true });
  const byId = other.prepare("select 1 from test_box where _id = ?");
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const one = row();
      await store.write((writer) => writer.insert(box, one));
      expect(byId.get(one._id)).toBeDefined();
    }),
  );
  other.close();
  await store.close();
});

test("when a commit fails, every write in it has failed, and the next ones succeed", async () => {
  let refuse = false;
  const store = await open("refused", (sql) => {
    if (refuse && sql === "commit") throw new Error("the disk says no");
  });
  const insert = () => store.write((writer) => writer.insert(box, row()));
  refuse = true;
  const outcomes = await Promise.allSettled([insert(), insert(), insert()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  refuse = false;
  await insert();
  expect(await store.reader.count(box, { projects: "all" })).toBe(1);
  await store.close();
});

test("a write that goes on after the disk was full has failed, and leaves the next ones alone", async () => {
  const store = await open("full");
  const file = new Sqlite(fileOf("full"));
  const pages = Number(file.pragma("page_count", { simple: true }));
  file.close();
  const db = kyselyOver(store);
  await sql`pragma max_page_count = ${sql.lit(pages + 1)}`.execute(db);
  let refusal: unknown;
  const [heedless, next] = await Promise.allSettled([
    store.write(async (writer) => {
      const many = { name: "x".repeat(1_000_000) };
      refusal = await writer.insert(box, row(many)).catch((error: unknown) => error);
      await writer.insert(box, row({ name: "after" }));
    }),
    store.write((writer) => writer.insert(box, row({ name: "next" }))),
  ]);
  const cause = { code: "SQLITE_FULL" };
  expect(heedless).toMatchObject({ reason: { code: "unavailable" } });
  expect(refusal).toMatchObject({ code: "unavailable", cause });
  expect(next.status).toBe("fulfilled");
  const stored = await store.reader.find(box, { projects: "all", columns: ["name"] });
  expect(stored.map(({ name }) => name)).toEqual(["next"]);
  await store.close();
});

test("a large write comes first in its commit, and in the order of arrival", async () => {
  let commits = 0;
  const store = await open("large", (statement) => {
    if (statement === "commit") commits += 1;
  });
  commits = 0;
  const begins = (manner?: { readonly isLarge: boolean }) =>
    store.write(async (writer) => {
      await writer.insert(box, row());
      return commits;
    }, manner);
  const [, before = 0, large = 0, after = 0] = await Promise.all([
    begins(),
    begins(),
    begins({ isLarge: true }),
    begins(),
  ]);
  expect(large).toBeGreaterThan(before);
  expect(after).toBeGreaterThanOrEqual(large);
  await store.close();
});

test("after the close every write is refused, queued writes too", async () => {
  const store = await open("closed");
  const closing = store.close();
  const insert = () => store.write((writer) => writer.insert(box, row()));
  const waiting = [insert(), insert()];
  await closing;
  for (const one of [...waiting, insert()]) {
    await expect(one).rejects.toMatchObject({ code: "unavailable" });
  }
});

test("rollback data of a write is in memory, but not the sorting of an index build", async () => {
  const files = await openFile(fileOf("aside"), { queryTimeoutMs: 1_000 });
  const engine = sqliteEngine(files, { queryTimeoutMs: 1_000, sliceMs: 15 }, () => undefined);
  const kept = () => files.writer.raw.pragma("temp_store", { simple: true });
  await engine.bringUpToDate(async () => {
    expect(kept()).toBe(sqliteDefault);
  });
  expect(kept()).toBe(inMemory);
  await engine.close();
});

const sqliteDefault = 0;
const inMemory = 2;
