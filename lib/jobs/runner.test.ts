import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import type { NewJob } from "@/lib/store/port/jobs";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { chosenDatabase, newDatabase } from "@/tests/databases";
import type { JobKind } from "./job-kind";
import { Runner, type RunnerOptions } from "./runner";

const database = chosenDatabase();

describe("the runner of jobs", () => {
  /** Two processes on PostgreSQL, twice the same one elsewhere. */
  let stores: readonly [Store, Store];
  let store: Store;
  let drop: () => Promise<void>;
  let runners: Runner[] = [];
  let failures: [kind: string, error: string, isDead: boolean][] = [];
  let outages = 0;

  beforeEach(async () => {
    const made = await newDatabase(database);
    drop = made.drop;
    const open = () => openStore({ url: made.url, resources: resources.values(), poolSize: 2 });
    store = await open();
    stores = [store, database === "postgres" ? await open() : store];
    [runners, failures, outages] = [[], [], 0];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    for (const one of new Set(stores)) await one.close();
    await drop();
  });

  const start = (kinds: readonly JobKind[], options: Partial<RunnerOptions> = {}): Runner => {
    const runner = new Runner({
      ...{ store, kinds, ...options },
      reports: {
        failed: (kind, error, isDead) => failures.push([kind, String(error), isDead]),
        unavailable: () => {
          outages += 1;
        },
      },
    });
    runners.push(runner);
    return runner;
  };
  const add = (job: NewJob) => store.write(({ jobs }) => jobs.add(job));
  const facts = () => store.reader.jobs.facts();
  const none = { waiting: 0, running: 0, dead: 0, oldestDueMs: 0 };

  it("runs a job of a committed write, and none of one that was rolled back", async () => {
    const ran: unknown[] = [];
    const kind: JobKind = { name: "note", run: async ({ payload }) => void ran.push(payload) };
    const runner = start([kind]);
    const undone = store.write(async ({ jobs }) => {
      await jobs.add({ kind: "note", payload: "undone" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await add({ kind: "note", payload: { n: 1 } });
    await vi.waitFor(() => expect(ran).toEqual([{ n: 1 }]), 20_000);
    await runner.idle();
    expect(await facts()).toEqual(none);
  });

  it("stores one job of a kind and key", async () => {
    expect(await add({ kind: "a", key: "k" })).toBe(true);
    expect(await add({ kind: "a", key: "k" })).toBe(false);
    expect(await add({ kind: "b", key: "k" })).toBe(true);
    expect(await facts()).toMatchObject({ waiting: 2 });
  });

  it("never runs a job twice at the same time, and each one once, with two runners", async () => {
    const begun: string[] = [];
    const run: JobKind["run"] = async ({ store: own, key, hold }) => {
      begun.push(key);
      await own.write(async (writer) => {
        await hold(writer);
        await writer.countUp(`ran ${key}`);
      });
    };
    const keys = Array.from({ length: 30 }, (_, n) => `key ${n}`);
    for (const one of stores) start([{ name: "count", run }], { store: one });
    await Promise.all(keys.map((key) => add({ kind: "count", key })));
    await vi.waitFor(async () => expect(await facts()).toEqual(none), 30_000);
    expect([...begun].sort()).toEqual([...keys].sort());
  });

  it("retries a failed job with its error, and keeps a dead one", async () => {
    const tries: number[] = [];
    const run: JobKind["run"] = async (job) => {
      tries.push(job.tries);
      throw new Error("no luck");
    };
    start([{ name: "fail", run, mostTries: 2 }]);
    await add({ kind: "fail" });
    await vi.waitFor(async () => expect(await facts()).toEqual({ ...none, dead: 1 }), 30_000);
    expect(tries).toEqual([1, 2]);
    expect(failures).toEqual([
      ["fail", "Error: no luck", false],
      ["fail", "Error: no luck", true],
    ]);
    const { rows } = await sql`select last_error from tocsin_job`.execute(kyselyOver(store));
    expect(rows).toEqual([{ last_error: "Error: no luck" }]);
  });

  it("runs a recurring job once a period, whatever the number of processes", async () => {
    const begun: number[] = [];
    const run = async () => void begun.push(performance.now());
    const everyMs = 1_200;
    for (const one of [...stores, ...stores])
      start([{ name: "tick", everyMs, run }], { store: one });
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(3), 60_000);
    const gaps = begun.slice(1).map((at, place) => at - (begun[place] ?? 0));
    // Clocks of the process and the server may differ by some milliseconds.
    expect(Math.min(...gaps)).toBeGreaterThan(everyMs - 20);
    expect((await facts()).waiting + (await facts()).running).toBe(1);
  });

  it("gives the lease of an unfinished job back at a stop", async () => {
    let isBegun = false;
    const slow: JobKind["run"] = ({ signal }) => {
      isBegun = true;
      return new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
    };
    const first = start([{ name: "slow", run: slow }]);
    await add({ kind: "slow" });
    await vi.waitFor(() => expect(isBegun).toBe(true), 20_000);
    expect(await facts()).toMatchObject({ running: 1 });
    await first.stop();
    expect(await facts()).toMatchObject({ running: 0, waiting: 1 });
    const tries: number[] = [];
    const quick: JobKind = { name: "slow", run: async (job) => void tries.push(job.tries) };
    await start([quick], { store: stores[1] }).idle();
    expect([tries, failures]).toEqual([[1], []]);
  });

  it("extends leases, and aborts a job that another runner has taken and refuses its writes", async () => {
    let outcome: Promise<unknown> = Promise.resolve();
    let signal = new AbortController().signal;
    const run: JobKind["run"] = async (job) => {
      signal = job.signal;
      await new Promise((resolve) => job.signal.addEventListener("abort", resolve));
      outcome = job.store.write(async (writer) => {
        await writer.putSetting("stolen", "yes");
        await job.hold(writer);
      });
      await outcome;
    };
    // Long enough that a busy machine extends it in time.
    start([{ name: "held", run }], { leaseMs: 2_400 });
    await add({ kind: "held" });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const other = () =>
      store.write(({ jobs }) => jobs.lease("another", 60_000, { all: ["held"], exclusive: [] }, 1));
    expect([await other(), signal.aborted]).toEqual([[], false]);
    const db = kyselyOver(store);
    await sql`update tocsin_job set leased_by = 'another'`.execute(db);
    await vi.waitFor(() => expect(signal.aborted).toBe(true), 10_000);
    await expect(outcome).rejects.toMatchObject({ code: "conflict" });
    expect(await store.reader.setting("stolen")).toBeUndefined();
    const { rows } = await sql`select leased_by from tocsin_job`.execute(db);
    expect(rows).toEqual([{ leased_by: "another" }]);
  });

  it("gives up a job that has ended its process during each run, but no recurring one", async () => {
    await add({ kind: "deadly" });
    const lease = () =>
      store.write(({ jobs }) => jobs.lease("killed", 0, { all: ["deadly"], exclusive: [] }, 1));
    expect([await lease(), await lease()]).toMatchObject([[{ tries: 1 }], [{ tries: 2 }]]);
    const run = async () => expect.unreachable();
    await start([{ name: "deadly", run, mostTries: 2 }]).idle();
    expect(await facts()).toEqual({ ...none, dead: 1 });
    const ran: number[] = [];
    const recurring: JobKind = {
      name: "tick",
      everyMs: 60_000,
      mostTries: 1,
      run: async () => void ran.push(1),
    };
    for (let n = 0; n < 3; n += 1) {
      await store.write(({ jobs }) => jobs.add({ kind: "tick", key: "recurring" }));
      await store.write(({ jobs }) => jobs.lease("killed", 0, { all: ["tick"], exclusive: [] }, 1));
    }
    await start([recurring]).idle();
    expect(ran).toEqual([1]);
  });

  it("runs one job of an exclusive kind at a time, with two runners", async () => {
    let [running, most] = [0, 0];
    let release: (() => void) | undefined;
    const others = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await others;
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
    };
    await Promise.all(["a", "b", "c"].map((key) => add({ kind: "alone", key })));
    const alone: JobKind = { name: "alone", isExclusive: true, run };
    const beside: JobKind = { name: "beside", run: async () => release?.() };
    for (const one of stores) start([alone, beside], { store: one });
    await vi.waitFor(() => expect(running).toBe(1), 20_000);
    // The exclusive jobs end only after a job of another kind has run beside them.
    await add({ kind: "beside" });
    await vi.waitFor(async () => expect(await facts()).toEqual(none), 30_000);
    expect(most).toBe(1);
  });

  it("corrects due times that a wrong clock has set, and no others", async () => {
    const day = 24 * 60 * 60_000;
    const ran: string[] = [];
    const run: JobKind["run"] = async ({ key }) => void ran.push(key);
    await add({ kind: "tick", key: "recurring", delayMs: 2 * day });
    await add({ kind: "once", key: "far", delayMs: day });
    await add({ kind: "once", key: "near", delayMs: 5 * 60_000 });
    await start([
      { name: "tick", everyMs: day, run },
      { name: "once", run },
    ]).idle();
    expect(ran.sort()).toEqual(["far", "recurring"]);
  });

  it("fails a job with an unreadable payload, and runs the others", async () => {
    await add({ kind: "note", key: "bad" });
    await add({ kind: "note", key: "good" });
    await sql`update tocsin_job set payload = '{' where key = 'bad'`.execute(kyselyOver(store));
    const ran: string[] = [];
    start([{ name: "note", mostTries: 1, run: async ({ key }) => void ran.push(key) }]);
    await vi.waitFor(async () => expect(await facts()).toEqual({ ...none, dead: 1 }), 30_000);
    expect([ran, failures]).toEqual([["good"], [["note", expect.any(String), true]]]);
  });

  it("forgets failures before progress", async () => {
    const tries: number[] = [];
    const run: JobKind["run"] = async (job) => {
      tries.push(job.tries);
      if (job.tries === 2) job.noteProgress();
      throw new Error("no luck");
    };
    start([{ name: "long", mostTries: 3, run }]);
    await add({ kind: "long" });
    await vi.waitFor(() => expect(tries.length).toBeGreaterThanOrEqual(3), 30_000);
    expect(tries.slice(0, 3)).toEqual([1, 2, 2]);
  });

  it("reports each outage once", async () => {
    let isAway = true;
    const unsteady: Store = {
      ...store,
      write: async (work, manner) => {
        if (isAway) throw new Error("the database is away");
        return store.write(work, manner);
      },
    };
    await add({ kind: "any" });
    start([{ name: "any", run: async () => undefined }], { store: unsteady });
    await vi.waitFor(() => expect(outages).toBe(1), 20_000);
    await add({ kind: "any" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([outages, (await facts()).waiting]).toEqual([1, 2]);
    isAway = false;
    await add({ kind: "any" });
    await vi.waitFor(async () => expect(await facts()).toEqual(none), 20_000);
    isAway = true;
    await add({ kind: "any" });
    await vi.waitFor(() => expect(outages).toBe(2), 20_000);
  });
});
