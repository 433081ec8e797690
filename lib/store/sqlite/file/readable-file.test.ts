import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rowsOf } from "@/lib/store/backup/readable-database";
import { openStore } from "@/lib/store/open-store";
import { box, row, testResources } from "@/lib/store/testing/test-resources";
import { readableFile } from "./readable-file";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tocsin-readable-"));
  file = join(folder, "t.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const countOf = async (readable: ReturnType<typeof readableFile>) => {
  const [[count] = []] = await rowsOf(readable, sql`select count(*) from test_box`);
  return count;
};

test("a file that is written to is read as of one point in time", async () => {
  const store = await openStore({ url: `file:${file}`, resources: testResources });
  const add = () => store.write((writer) => writer.insert(box, row({ name: "one" })));
  await add();
  const readable = readableFile(file);
  expect(await countOf(readable)).toBe(1);
  await add();
  expect(await countOf(readable)).toBe(1);
  await readable.close();
  const later = readableFile(file);
  expect(await countOf(later)).toBe(2);
  await later.close();
  await store.close();
});

test("rows that a damaged file has lost are refused in a sentence", async () => {
  const store = await openStore({ url: `file:${file}`, resources: testResources });
  for (let count = 0; count < 300; count += 1) {
    await store.write((writer) => writer.insert(box, row({ name: "x".repeat(900) })));
  }
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, Math.floor(bytes.length / 2));
  writeFileSync(file, bytes);
  const readable = readableFile(file);
  const refusal = { name: "StartupError", message: expect.stringContaining("is damaged") };
  expect(await readable.faults()).not.toEqual([]);
  const all = rowsOf(readable, sql`select * from test_box`);
  await expect(all).rejects.toMatchObject(refusal);
  await readable.close();
});
