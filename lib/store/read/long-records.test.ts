import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { SortKey } from "@/lib/schema/filter";
import { openStore } from "@/lib/store/open-store";
import { here, row, testResources, thing } from "@/lib/store/testing/test-resources";

const folder = mkdtempSync(join(tmpdir(), "tocsin-long-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

const longText = "é".repeat(500_000);
const count = 60;

/** Returns the result of `work` and the rounds of the event loop meanwhile. */
async function withRounds<T>(work: () => Promise<T>): Promise<{ value: T; rounds: number }> {
  let rounds = 0;
  const next = () => {
    rounds += 1;
    immediate = setImmediate(next);
  };
  let immediate = setImmediate(next);
  const value = await work();
  clearImmediate(immediate);
  return { value, rounds };
}

const sorts: readonly [string, SortKey[]][] = [
  ["of the newest", [{ column: "createdAt", direction: "desc" }]],
  ["sorted by a number behind the long texts", [{ column: "weight", direction: "asc" }]],
];

test.each(["memory:", `file:${folder}/long.db`])(
  "the event loop goes round while a page of long records is read in %s",
  async (url) => {
    const store = await openStore({
      ...{ url, resources: testResources, sliceMs: 0.5, queryTimeoutMs: 60_000 },
    });
    await store.write(async (writer) => {
      for (let n = 0; n < count; n += 1) {
        const createdAt = new Date(Date.UTC(2030, 0, 1, 0, 0, (n * 37) % count)).toISOString();
        const long = { story: longText, notes: `Note ${n}`, page: longText };
        await writer.insert(thing, row({ createdAt, weight: n, ...long }));
      }
    });
    for (const [name, sort] of sorts) {
      const page = { projects: [here], sort, limit: 50, skip: 5 };
      const expected = await store.reader.find(thing, {
        ...page,
        columns: ["notes", "_id", "weight"],
      });
      const { value, rounds } = await withRounds(() =>
        store.reader.findShortened(thing, page, { bytes: 8_000_000, rows: 50 }),
      );
      const shown = value.map(({ row: { notes, _id, weight } }) => ({ notes, _id, weight }));
      expect(shown, name).toEqual(expected);
      expect(value.every(({ isCut, bytes }) => isCut && bytes > 2 * longText.length)).toBe(true);
      expect(rounds, name).toBeGreaterThan(4);
    }
    await store.close();
  },
);
