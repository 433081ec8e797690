import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import { monitorStatusTimeline } from "@/lib/resources/monitoring/monitor-status-timeline";
import { openStore } from "@/lib/store/open-store";
import { checkConsistency } from "./consistency";
import { openReadable } from "./readable-database";

let folder: string;
let file: string;
const all = [...resources.values()];
const id = (group: number, place: number) =>
  `0190a000-0000-7000-800${group}-${String(place).padStart(12, "0")}`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tocsin-periods-"));
  file = join(folder, "t.db");
  const store = await openStore({ url: `file:${file}`, resources: all });
  await store.write(async (writer) => {
    for (let place = 0; place < 60; place += 1) {
      const at = new Date(Date.UTC(2026, 0, 1) + place * 50_400_000).toISOString();
      await writer.insert(monitorStatusTimeline, {
        ...{ _id: id(0, place), createdAt: at, updatedAt: at, version: 1, projectId: id(1, 0) },
        ...{ monitorId: id(2, place % 2), monitorStatusId: id(3, place % 3) },
        startsAt: place % 10 === 0 ? null : at,
      });
    }
  });
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

async function faults(): Promise<readonly string[] | undefined> {
  const readable = await openReadable(`file:${file}`);
  try {
    const checks = await checkConsistency(readable, all);
    return checks.find(({ question }) => question === "packed events agree with records")?.faults;
  } finally {
    await readable.close();
  }
}

function change(statement: string): void {
  const db = new Sqlite(file);
  db.exec(statement);
  db.close();
}

it("a check of the database finds packed events that differ from the records", async () => {
  expect(await faults()).toEqual([]);
  change(`update tocsin_period set ends_at = 1 where owner_id = '${id(2, 0)}' and week = 2922`);
  change(`delete from tocsin_period where owner_id = '${id(2, 1)}' and week = 2923`);
  expect(await faults()).toEqual(["monitor-status-timeline: 2 weeks are packed wrongly"]);
});

it("a start packs the events that an older version stored", async () => {
  change("delete from tocsin_period; delete from tocsin_setting where name = 'packed periods'");
  expect(await faults()).toEqual([]);
  await (await openStore({ url: `file:${file}`, resources: all })).close();
  expect(await faults()).toEqual([]);
  const db = new Sqlite(file);
  expect(db.prepare("select count(*) as n from tocsin_period").get()).toEqual({ n: 10 });
  db.close();
});
