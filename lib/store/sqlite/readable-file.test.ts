import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rowsOf } from "@/lib/store/backup/readable";
import { openStore } from "@/lib/store/open-store";
import { box, row, testResources } from "@/lib/store/test-resources";
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

test("a file that is written to is read as it was at one moment", async () => {
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
