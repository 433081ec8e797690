import { startConsumer } from "@/lib/events/consumer";
import type { Job } from "@/lib/jobs/job-kind";
import { Runner } from "@/lib/jobs/runner";
import { resources } from "@/lib/resources/index";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { Writer } from "@/lib/store/port/store";

// Makes changes with jobs, runs the jobs and consumes the changes, and is killed just before the
// n-th statement, counted from the opening; 0: not at all.
const [url = "", at = "0", round = "0"] = process.argv.slice(2);
const changesInRound = 4;
let seen = Number.NEGATIVE_INFINITY;
const store = await openStore({
  url,
  resources: resources.values(),
  onStatement: () => {
    seen += 1;
    if (seen === Number(at)) process.kill(process.pid, "SIGKILL");
  },
});
seen = 0;

const fail = (error: unknown) => {
  throw error;
};
const runner = new Runner({
  store,
  kinds: [
    {
      name: "count",
      mostTries: 1_000,
      run: (job) => job.store.write((writer) => count(writer, job)),
    },
    {
      name: "recurring",
      everyMs: 60_000,
      run: (job) => job.store.write((writer) => add(writer, "recurring")),
    },
  ],
  reports: { failed: (_, error) => fail(error), unavailable: fail },
  leaseMs: 1_500,
});

/** Counts a run, and ends the job with it. */
async function count(writer: Writer, { key, hold, finish }: Job): Promise<void> {
  await hold(writer);
  await add(writer, `ran ${key}`);
  await finish(writer);
}

async function add(writer: Writer, name: string): Promise<void> {
  await writer.putSetting(name, String(Number((await writer.setting(name)) ?? 0) + 1));
}

const stopConsumer = startConsumer(
  store,
  {
    name: "kill",
    take: async (writer, changes) => {
      for (const { sequence } of changes) await add(writer, `seen ${sequence}`);
    },
  },
  fail,
);
for (let n = 0; n < changesInRound; n += 1) {
  const key = `${round} ${n}`;
  await store.write(async (writer) => {
    const about = { at: new Date().toISOString(), resource: "label", recordId: key };
    await writer.appendChange({ _id: newId(), ...about, operation: "create", projectId: null });
    await writer.jobs.add({ kind: "count", key });
  });
}

// A job that a killed process held is due when its lease ends.
const isDone = async () => {
  const { waiting, running } = await store.reader.jobs.facts();
  const [last = 0, taken = 0] = await Promise.all([
    lastSequence(),
    store.reader.setting("position of kill"),
  ]);
  return waiting + running === 1 && last === Number(taken);
};

async function lastSequence(): Promise<number> {
  const changeLog = resources.get("change-log");
  return changeLog ? await store.reader.count(changeLog, { projects: "all" }) : 0;
}

while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));
await runner.stop();
await stopConsumer();
await store.close();
process.exit(0);
