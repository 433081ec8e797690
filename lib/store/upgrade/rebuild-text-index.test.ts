import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { label } from "@/lib/resources/settings/label";
import { team } from "@/lib/resources/settings/team";
import type { Resource } from "@/lib/schema/resource";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";

const folder = mkdtempSync(join(tmpdir(), "tocsin-search-"));
const url = `file:${join(folder, "test.db")}`;
afterAll(() => rmSync(folder, { recursive: true }));

const projectId = newId();
const names = async ({ reader }: Store, text: string) => {
  const places = [{ projects: [projectId], paths: ["label", "team"] }];
  return (await reader.search({ text, scopes: places, limit: 10 })).map(({ id }) => id);
};

async function add(store: Store, resource: Resource, name: string, createdAt: string) {
  const _id = newId();
  const row = { _id, projectId, name, createdAt, updatedAt: createdAt, slug: _id };
  await store.write((writer) => writer.insert(resource, row));
  return _id;
}

test("the index is rebuilt when it is missing or does not match the definitions", async () => {
  const first = await openStore({ url, resources: [label] });
  const old = await add(first, label, "Edge old", "2030-01-01T00:00:00.000Z");
  await first.close();

  const second = await openStore({ url, resources: [label, team] });
  const young = await add(second, team, "Edge young", "2031-01-01T00:00:00.000Z");
  expect(await names(second, "edge")).toEqual([young, old]);
  const db = kyselyOver(second);
  await sql`drop table tocsin_search`.execute(db);
  await sql`delete from tocsin_setting where name = 'search index'`.execute(db);
  await second.close();

  const third = await openStore({ url, resources: [label, team] });
  expect(await names(third, "edge")).toEqual([young, old]);
  expect(await names(third, "edge old")).toEqual([old]);
  await third.close();
});

test("a start that was killed while it filled the index is continued by the next one", async () => {
  const place = `file:${join(folder, "resumed.db")}`;
  const first = await openStore({ url: place, resources: [label] });
  const ids = Array.from({ length: 5_000 }, () => newId());
  await first.write(async (writer) => {
    for (const [count, _id] of ids.entries()) {
      const at = new Date(Date.UTC(2030, 0, 1, 0, 0, count)).toISOString();
      const row = {
        _id,
        projectId,
        name: `Edge ${count}`,
        createdAt: at,
        updatedAt: at,
        slug: _id,
      };
      await writer.insert(label, row);
    }
  });
  const db = kyselyOver(first);
  await sql`delete from tocsin_setting where name = 'search index'`.execute(db);
  await first.close();

  const seen: number[] = [];
  const open = (starts: number) =>
    openStore({
      ...{ url: place, resources: [label] },
      onProgress: ({ done, total }) => {
        expect(total).toBe(5_000);
        seen.push(done);
        if (seen.length === starts) throw new Error("The process is killed.");
      },
    });
  await expect(open(2)).rejects.toThrow("killed");
  await expect(open(4)).rejects.toThrow("killed");
  const last = await open(99);
  expect(seen).toEqual([0, 2_000, 2_000, 4_000, 4_000]);
  expect(await names(last, "edge 4999")).toContain(ids[4_999]);
  const asked = sql<{ n: number }>`select count(*) as n from tocsin_search`;
  expect((await asked.execute(kyselyOver(last))).rows).toEqual([{ n: 5_000 }]);
  await last.close();
});
