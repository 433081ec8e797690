import { everyProject } from "@/lib/auth/grants/caller";
import { createRecord } from "@/lib/operations/record/create";
import { searchRecords } from "@/lib/operations/search/search";
import type { Context } from "@/lib/operations/transaction/context";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { incidentAt, incidentData } from "./incidents";
import { randomFrom } from "./prose";
import { mainProject, referencesIn, relatedRecords } from "./records";

// Measures the search over all resources and its cost for a create:
// node scripts/run-ts.mjs bench/search.ts [rows]
const rows = Number(process.argv[2] ?? 100_000);
const questions = [
  ...[
    "inc-42",
    "99999",
    "4",
    "a",
    "db",
    "the",
    "error",
    "timeout checkout",
    "zzzz",
    "incident severity",
  ],
  ...[
    "latency region payment queue",
    String(incidentAt(77)["title"]),
    String(incidentAt(5)["slug"]),
  ],
  String(incidentAt(4_242)["_id"]),
];

const all = [...resources.values()];
const store = await filled(all);
for (const [who, grants] of [
  ["owner of a project", new Map([[mainProject, new Set(["Project Owner"])]])],
  ["reader of incidents", new Map([[mainProject, new Set(["Read Incident"])]])],
  ["owner of all", new Map([[everyProject, new Set(["Project Owner"])]])],
] as const) {
  for (const text of questions) print(who, text, await timesOf(contextOf(store, grants), text));
}
const unsearched = all.map((resource) => ({ ...resource, unsearched: true }));
const plain = await openStore({ url: "memory:", resources: unsearched });
const searched = await openStore({ url: "memory:", resources: all });
const [without, withIt]: [number[], number[]] = [[], []];
// Alternates, so that other work on the machine affects both equally.
for (let round = 0; round < 40; round += 1) {
  without.push(await timeOfCreates(plain, round));
  withIt.push(await timeOfCreates(searched, round));
}
process.stdout.write(
  `a create: ${median(without).toFixed(0)} µs without search, ${median(withIt).toFixed(0)} µs with it; best block ${Math.min(...without).toFixed(0)} and ${Math.min(...withIt).toFixed(0)} µs: ratio ${(median(withIt) / median(without)).toFixed(3)} of medians, ${(Math.min(...withIt) / Math.min(...without)).toFixed(3)} of best\n`,
);

async function filled(those: typeof all): Promise<Store> {
  const made = await openStore({ url: "memory:", resources: those });
  const started = performance.now();
  await made.write(async (writer) => {
    for (const { resource, row } of relatedRecords()) await writer.insert(resource, row);
  });
  for (let from = 0; from < rows; from += 5_000) {
    await made.write(async (writer) => {
      const end = Math.min(from + 5_000, rows);
      for (let n = from; n < end; n += 1) await writer.insert(incident, incidentAt(n));
    });
  }
  process.stdout.write(
    `${rows} incidents stored in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`,
  );
  return made;
}

function contextOf(over: Store, grants: Context["caller"]["grants"]): Context {
  return {
    caller: { type: "apiKey", id: mainProject, name: "Bench", grants },
    ...{ requestId: "bench", channel: "api", store: over, policy: { references: "loose" } },
    now: () => new Date(),
  };
}

async function timesOf(context: Context, text: string): Promise<[number, number, number]> {
  const times: number[] = [];
  let found = 0;
  for (let run = 0; run < 21; run += 1) {
    const started = performance.now();
    found = (await searchRecords(context, { text, limit: 20, words: "all" })).hits.length;
    times.push(performance.now() - started);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return [found, sorted[10] ?? 0, sorted[20] ?? 0];
}

function print(who: string, text: string, [found, median, worst]: [number, number, number]): void {
  const question = text.slice(0, 40).padEnd(42);
  process.stdout.write(
    `${who.padEnd(20)} ${question} ${String(found).padStart(3)} found  median ${median.toFixed(2)} ms  worst ${worst.toFixed(2)} ms\n`,
  );
}

/** Returns the microseconds per create, over 128 of them: the batch size of the index. */
async function timeOfCreates(over: Store, round: number): Promise<number> {
  const context = contextOf(over, new Map([[everyProject, new Set(["Project Owner"])]]));
  const random = randomFrom(round);
  const started = performance.now();
  for (let n = 0; n < 128; n += 1) {
    await createRecord(context, incident, incidentData(random, referencesIn(mainProject)));
  }
  return ((performance.now() - started) * 1_000) / 128;
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}
