import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { resources } from "@/lib/resources/index";
import type { Filter } from "@/lib/schema/filter";
import { counterForm } from "@/lib/store/counts/rebuild-counters";
import { openStore } from "@/lib/store/open-store";
import { tablesOf } from "@/lib/store/schema/tables";
import { here, row, testResources, thing } from "@/lib/store/testing/test-resources";
import { latestVersion } from "./migrations";
import { searchForm } from "./rebuild-text-index";

/**
 * Processes of several versions may briefly share a database. A process that does not know some
 * data beside a record would omit it, so add a step to `migrations` (it may be empty), then put the
 * new values here.
 */
test("data stored beside records changes with the version only", () => {
  const tables = [...tablesOf(resources.values()).values()];
  const kept = tables.map((table) => [
    counterForm(table),
    table.columns.map(({ folded, link }) => [folded, link]),
  ]);
  const form = createHash("sha256")
    .update(JSON.stringify([kept, searchForm(tables)]))
    .digest("hex");
  expect({ latestVersion, form: form.slice(0, 16) }).toEqual({
    latestVersion: 18,
    form: "de716804facd4b59",
  });
});

test("counters of pairs that an older process did not update are rebuilt", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-migrations-"));
  const file = join(folder, "t.db");
  const open = () => openStore({ url: `file:${file}`, resources: testResources });
  const first = await open();
  await first.write((writer) => writer.insert(thing, row({ boxId: "b1", lidId: "b2" })));
  await first.close();
  const db = new Sqlite(file);
  db.exec(
    "update tocsin_record_count set amount = 7 where column_name like '% %'; drop table tocsin_job; drop table tocsin_period; update tocsin_schema set version = 3",
  );
  db.close();
  const second = await open();
  const filter: Filter = {
    op: "and",
    filters: [
      { op: "eq", column: "lidId", value: "b2" },
      { op: "eq", column: "boxId", value: "b1" },
    ],
  };
  expect(await second.reader.count(thing, { projects: [here], filter })).toBe(1);
  await second.close();
  rmSync(folder, { recursive: true });
});

test("replies that were stored for the bare id of a caller are found for a key and a user of this id", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-migrations-"));
  const file = join(folder, "t.db");
  const open = () => openStore({ url: `file:${file}`, resources: testResources });
  const kept = { bodyHash: "hash", recordId: "record", answer: null };
  const first = await open();
  await first.write((writer) => writer.saveIdempotencyRecord("id", "/api/thing", "key", kept));
  await first.close();
  const db = new Sqlite(file);
  db.exec("update tocsin_schema set version = 17");
  db.close();
  const second = await open();
  const { reader } = second;
  for (const caller of ["user id", "apiKey id"]) {
    expect(await reader.idempotencyRecord(caller, "/api/thing", "key")).toEqual(kept);
  }
  expect(await reader.idempotencyRecord("id", "/api/thing", "key")).toBeUndefined();
  await second.close();
  rmSync(folder, { recursive: true });
});
