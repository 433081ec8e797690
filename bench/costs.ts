import { everyProject } from "@/lib/auth/grants/caller";
import { createRecord } from "@/lib/operations/record/create";
import { getRecord } from "@/lib/operations/record/get";
import { listRecords } from "@/lib/operations/record/list";
import type { Context } from "@/lib/operations/transaction/context";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { incidentAt, incidentData, incidentIdAt } from "./incidents";
import { randomFrom } from "./prose";
import { mainProject, referencesIn, relatedRecords } from "./records";
import { figure, machine, table } from "./report";

// Measures the cost of the change log, the search index and permissions, without HTTP:
// npm run bench:costs
const rows = 10_000;
const blocks = 30;

const all = [...resources.values()];
const store = await filled(all);
const unsearched = await filled(all.map((resource) => ({ ...resource, unsearched: true })));
const owner = new Map([[everyProject, new Set(["Project Owner"])]]);
const member = new Map([[mainProject, new Set(["Project Member"])]]);
const titles = new Set(["Read Incident", "Create Incident"]);
const titled = new Map([[mainProject, titles]]);
const unlogged = { ...incident, unlogged: true };

const page = { limit: 50, skip: 0, count: "none" } as const;
const lines: string[][] = [
  await line("create: change log", 64, createBy(store, owner), createBy(store, owner, unlogged)),
  await line("create: search index", 64, createBy(store, owner), createBy(unsearched, owner)),
  await line("create: one project's role", 64, createBy(store, member), createBy(store, owner)),
  await line("create: single permissions", 64, createBy(store, titled), createBy(store, owner)),
  await line("list of 50: one project's role", 16, listBy(member), listBy(owner)),
  await line("list of 50: single permissions", 16, listBy(titled), listBy(owner)),
  await line("get: one project's role", 256, getBy(member), getBy(owner)),
  await line("get: single permissions", 256, getBy(titled), getBy(owner)),
];
const header = ["what is added", "with us", "without us", "times"];
process.stdout.write(`${machine()}\n\n${table(header, lines)}\n`);
await store.close();
await unsearched.close();

type Work = (n: number) => Promise<unknown>;

function createBy(over: Store, grants: Context["caller"]["grants"], as: Resource = incident): Work {
  const context = contextOf(over, grants);
  const random = randomFrom(1);
  return () => createRecord(context, as, incidentData(random, referencesIn(mainProject)));
}

function listBy(grants: Context["caller"]["grants"]): Work {
  const context = contextOf(store, grants);
  return () => listRecords(context, incident, { ...page, query: { projectId: mainProject } });
}

function getBy(grants: Context["caller"]["grants"]): Work {
  const context = contextOf(store, grants);
  return (n) => getRecord(context, incident, incidentIdAt((n % 1_000) * 10), {});
}

/**
 * Alternates both, so that other work on the machine affects them equally. Takes the median of the
 * ratios of all blocks.
 */
async function line(name: string, times: number, one: Work, other: Work): Promise<string[]> {
  const [withIt, without]: [number[], number[]] = [[], []];
  await micros(one, times);
  await micros(other, times);
  for (let block = 0; block < blocks; block += 1) {
    withIt.push(await micros(one, times));
    without.push(await micros(other, times));
  }
  const ratios = withIt.map((value, block) => value / (without[block] ?? Number.NaN));
  return [name, figure(middle(withIt)), figure(middle(without)), figure(middle(ratios), 2)];
}

/** Returns the microseconds per call, over `times` calls. */
async function micros(work: Work, times: number): Promise<number> {
  const started = performance.now();
  for (let n = 0; n < times; n += 1) await work(n);
  return ((performance.now() - started) * 1_000) / times;
}

async function filled(those: readonly Resource[]): Promise<Store> {
  const made = await openStore({ url: "memory:", resources: those });
  await made.write(async (writer) => {
    for (const { resource, row } of relatedRecords()) await writer.insert(resource, row);
    for (let n = 0; n < rows; n += 1) await writer.insert(incident, incidentAt(n));
    await writer.raiseTo(`incident.incidentNumber:${mainProject}`, rows);
  });
  return made;
}

function contextOf(over: Store, grants: Context["caller"]["grants"]): Context {
  return {
    caller: { type: "apiKey", id: mainProject, name: "Bench", grants },
    ...{ requestId: "bench", channel: "api", store: over, policy: { references: "loose" } },
    now: () => new Date(),
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
