import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { label } from "@/lib/resources/label";
import { team } from "@/lib/resources/team";
import type { Resource } from "@/lib/schema/resource";
import { newId } from "./new-id";
import { openStore } from "./open-store";
import type { Store } from "./store";

const folder = mkdtempSync(join(tmpdir(), "tocsin-search-"));
const url = `file:${join(folder, "test.db")}`;
afterAll(() => rmSync(folder, { recursive: true }));

const projectId = newId();
const names = async ({ reader }: Store, text: string) => {
  const places = [{ projects: [projectId], paths: ["label", "team"] }];
  return (await reader.search({ text, places, limit: 10 })).map(({ id }) => id);
};

async function add(store: Store, resource: Resource, name: string, createdAt: string) {
  const _id = newId();
  const row = { _id, projectId, name, createdAt, updatedAt: createdAt, slug: _id };
  await store.write((writer) => writer.insert(resource, row));
  return _id;
}

test("the search is filled anew when it is missing or the definitions ask for another one", async () => {
  const first = await openStore({ url, resources: [label] });
  const old = await add(first, label, "Edge old", "2030-01-01T00:00:00.000Z");
  await first.close();

  const second = await openStore({ url, resources: [label, team] });
  const young = await add(second, team, "Edge young", "2031-01-01T00:00:00.000Z");
  expect(await names(second, "edge")).toEqual([young, old]);
  const { db } = second.authDatabase();
  await sql`drop table tocsin_search`.execute(db);
  await sql`delete from tocsin_setting where name = 'search index'`.execute(db);
  await second.close();

  const third = await openStore({ url, resources: [label, team] });
  expect(await names(third, "edge")).toEqual([young, old]);
  expect(await names(third, "edge old")).toEqual([old]);
  await third.close();
});
