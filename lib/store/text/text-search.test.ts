import { afterAll, beforeAll, expect, test } from "vitest";
import { searchQueryOf } from "@/lib/schema/search-text/search-query";
import { wordsOf } from "@/lib/schema/search-text/search-text";
import type { Store } from "@/lib/store/port/store";
import type { SearchScope } from "@/lib/store/port/text-index";
import { tablesOf } from "@/lib/store/schema/tables";
import { box, here, row, testResources, there, thing } from "@/lib/store/testing/test-resources";
import { openTestStore } from "@/lib/store/testing/test-store";
import { entryOf } from "./text-entry";

const limit = 20;
const frequent = ["gateway", "timeout", "payments", "latency", "database"];

interface Entry {
  readonly id: string;
  readonly path: string;
  readonly project: string;
  readonly text: string;
  readonly names: readonly string[];
}

let store: Store;
/** Entries, the newest last. */
const entries: Entry[] = [];
const tables = tablesOf(testResources);

beforeAll(async () => {
  store = await openTestStore({ queryTimeoutMs: 60_000 });
  await fill(0, 2_600);
  // Takes the sample, which the later entries are not part of.
  await store.reader.search({ text: "gateway", scopes: everywhere, limit });
  await fill(2_600, 3_400);
});
afterAll(() => store.close());

const everywhere: SearchScope[] = [{ projects: "all", paths: ["test-thing", "test-box"] }];

/**
 * Two frequent words of five, sometimes a rare one, and words that are frequent in one project
 * only.
 */
function nameAt(n: number): string {
  const words = [frequent[n % 5], frequent[Math.floor(n / 5) % 5], `n${n}`];
  if (n % 7 === 0) words.push("foreign affairs");
  if (n % 400 === 3) words.push("meltdown-a");
  if (n % 400 === 4) words.push("meltdown a");
  if (n >= 2_600) words.push("latecomer");
  // Enough entries hold both words side by side to push all matches with the hyphen behind them.
  if (n % 300 === 5 && n < 1_000) words.push("melt-down");
  if (n >= 1_000) words.push("melt down");
  return words.join(" ");
}

async function fill(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 200) {
    await store.write(async (writer) => {
      for (let n = start; n < start + 200; n += 1) {
        const isNamedAlike = n % 500 === 9;
        const resource = n % 3 === 0 && !isNamedAlike ? thing : box;
        const projectId = n % 7 === 0 || n % 90 === 1 ? there : here;
        const record = row({ name: isNamedAlike ? "Gateway" : nameAt(n), projectId });
        await writer.insert(resource, record);
        const table = tables.get(resource.path);
        const entry = table && entryOf(table, record);
        if (!entry) throw new Error("A record of the test is found by nothing.");
        const { path, text, names } = entry;
        entries.push({ id: entry.id, path, project: projectId, text, names });
      }
    });
  }
}

/** Returns the result of a scan of all entries. */
function scan(text: string, places: readonly SearchScope[]): string[] {
  const { words, parts, names } = searchQueryOf(text);
  const visible = entries.filter(({ path, project }) =>
    places.some(
      ({ projects, paths }) =>
        paths.includes(path) && (projects === "all" || projects.includes(project)),
    ),
  );
  const newest = (those: readonly Entry[]) => those.slice(-limit).map(({ id }) => id);
  return [
    ...newest(visible.filter((entry) => entry.names.some((name) => names.includes(name)))),
    ...newest(
      visible.filter(
        (entry) =>
          parts.every((part) => entry.text.includes(part)) &&
          words.every((word) =>
            word.length < 3
              ? wordsOf(entry.text).some((one) => one.startsWith(word))
              : entry.text.includes(word),
          ),
      ),
    ),
  ];
}

const asked = [
  ...["gateway", "timeout gateway", "n17", "n2700", "n1", "n", "meltdown", "meltdown-a"],
  "melt-down",
  ...["meltdown a", "a", "foreign", "foreign affairs n70", "latecomer", "latecomer database"],
  ...[
    "payments latency n41",
    nameAt(1_234),
    nameAt(2_800),
    "nothing like it",
    "zz",
    "9",
    "gateway-n",
  ],
];
const places: readonly (readonly [string, SearchScope[]])[] = [
  ["all", everywhere],
  ["one project", [{ projects: [here], paths: ["test-thing", "test-box"] }]],
  ["a small project", [{ projects: [there], paths: ["test-thing", "test-box"] }]],
  ["one resource", [{ projects: [here], paths: ["test-thing"] }]],
  ["two projects", [{ projects: [here, there], paths: ["test-box"] }]],
  [
    "different projects",
    [
      { projects: [here], paths: ["test-thing"] },
      { projects: [there], paths: ["test-box"] },
    ],
  ],
  [
    "many projects",
    [
      {
        projects: [here, ...Array.from({ length: 40 }, (_, n) => `none ${n}`)],
        paths: ["test-box"],
      },
    ],
  ],
];

test.each(places)("search in %s finds the same as a scan of every entry", async (_, those) => {
  for (const text of asked) {
    const found = await store.reader.search({ text, scopes: those, limit });
    const ids = found.map(({ id }) => id);
    expect([text, ...[...new Set(ids)].sort()]).toEqual([
      text,
      ...[...new Set(scan(text, those))].sort(),
    ]);
  }
});
