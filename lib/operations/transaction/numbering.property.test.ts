import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/errors";
import { resources } from "@/lib/resources";
import { label } from "@/lib/resources/settings/label";
import { openStore, type StoreOptions } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter, Store } from "@/lib/store/port/store";
import { orderLock } from "@/lib/store/postgres/sql/locks";
import { chosenDatabase, newDatabase } from "@/tests/databases";

const [slots, writersOfSlot, writesOfEach, readers] = [3, 6, 40, 3];
const projects = Array.from({ length: 5 }, () => newId());
const at = "2030-01-01T00:00:00.000Z";

const chance = (probability: number) => Math.random() < probability;
const upTo = (most: number) => Math.floor(Math.random() * (most + 1));
const anyProject = () => projects[upTo(projects.length - 1)] ?? "";

/** An entry of the log as it is written: by which writer, its write, and the count of its project. */
interface Written {
  readonly writer: string;
  readonly write: number;
  readonly n: number;
}

/** The store of a process that is killed now and then between a commit and its numbering. */
class Slot {
  readonly #url: string;
  #store: Promise<Store>;
  deaths = 0;

  constructor(url: string) {
    this.#url = url;
    this.#store = this.#start();
  }

  get store(): Promise<Store> {
    return this.#store;
  }

  async end(): Promise<void> {
    await (await this.#store).close();
  }

  #start(): Promise<Store> {
    let isDead = false;
    const opened = openAgain({
      ...{ url: this.#url, resources: resources.values(), poolSize: 2 },
      onStatement: (text) => {
        if (text === "number the change log" && !isDead && chance(0.1)) {
          isDead = true;
          this.deaths += 1;
          this.#store = opened.then(async (store) => {
            await store.close();
            await pause(upTo(100));
            return await this.#start();
          });
        }
        if (isDead) throw new Error("The process is dead.");
      },
    });
    return opened;
  }
}

describe.runIf(chosenDatabase() === "postgres")("numbers of the change log", () => {
  it("mislead no reader that resumes, whatever is killed between commits and numbers", async () => {
    const database = await newDatabase("postgres");
    const all = Array.from({ length: slots }, () => new Slot(database.url));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const checks = new pg.Pool({ connectionString: database.url, max: 2 });
    const seen: number[][] = Array.from({ length: readers }, () => []);
    let count = Number.POSITIVE_INFINITY;
    const reading = seen.map((mine) => follow(database.url, mine, () => count));
    const ended = new AbortController();
    const holding = holdNowAndThen(client, ended.signal);
    const writing = all.flatMap((slot, place) =>
      Array.from({ length: writersOfSlot }, (_, n) => writeMany(slot, checks, `${place}.${n}`)),
    );
    const kept = (await Promise.all(writing)).reduce((sum, entries) => sum + entries, 0);
    ended.abort();
    await holding;
    // The start of a process numbers the entries that the killed ones have left.
    await (await openAgain({ url: database.url, resources: resources.values() })).close();
    const { rows } = await client.query("select count(*) as n from change_log");
    count = Number(rows[0].n);
    await Promise.all(reading);
    expect(count).toBeGreaterThanOrEqual(kept);
    const gapless = Array.from({ length: count }, (_, place) => place + 1);
    for (const mine of seen) expect(mine).toEqual(gapless);
    await expectOrder(client);
    expect(all.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(0);
    await client.end();
    await checks.end();
    for (const slot of all) await slot.end();
    await database.drop();
  });
});

/** Opens a store as `openStore` does. A machine that stands still for seconds gets two more tries. */
async function openAgain(options: StoreOptions, tries = 3): Promise<Store> {
  try {
    return await openStore(options);
  } catch (error) {
    const isBusy = isAppError(error) && error.code === "unavailable";
    if (tries === 1 || !isBusy) throw error;
    return await openAgain(options, tries - 1);
  }
}

/** Writes one after another, each after the answer to the one before; returns its kept entries. */
async function writeMany(slot: Slot, checks: pg.Pool, writer: string): Promise<number> {
  let kept = 0;
  for (let write = 0; write < writesOfEach; write += 1) {
    const project = anyProject();
    const entries = 1 + upTo(4);
    const isUndone = chance(0.1);
    const store = await slot.store;
    await store
      .write(
        async (tx) => {
          const n = await tx.countUp(`n:${project}`);
          for (let entry = 0; entry < entries; entry += 1) {
            await append(tx, project, { writer, write, n });
          }
          if (isUndone) throw new Error("undone");
        },
        { project: chance(0.1) ? undefined : project },
      )
      .then(
        async () => {
          kept += entries;
          if (store === (await slot.store)) await expectNumbered(checks, writer, write);
        },
        // A killed process answers nothing; its commit may have happened.
        () => undefined,
      );
    if (chance(0.3)) await pause(upTo(5));
  }
  return kept;
}

function append(writer: RecordWriter, projectId: string, { ...after }: Written): Promise<void> {
  return writer.appendChange({
    ...{ _id: newId(), at, projectId, resource: label.path, recordId: newId() },
    ...{ operation: "create", after },
  });
}

/** The entries of an answered write have their numbers, unless its process was killed meanwhile. */
async function expectNumbered(pool: pg.Pool, writer: string, write: number): Promise<void> {
  const { rows } = await pool.query(
    "select sequence from change_log where after like $1 and sequence is null",
    [`{"writer":"${writer}","write":${write},%`],
  );
  expect({ writer, write, rows }).toEqual({ writer, write, rows: [] });
}

/** Reads the entries after the last one seen, at its own pace, until it has seen `count`. */
async function follow(url: string, mine: number[], count: () => number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let isLast = false; !isLast; ) {
    isLast = count() <= mine.length || (count() < Number.POSITIVE_INFINITY && chance(0.05));
    const { rows } = await client.query(
      "select sequence from change_log where sequence > $1 order by sequence limit $2",
      [mine.at(-1) ?? 0, 1 + upTo(30)],
    );
    mine.push(...rows.map(({ sequence }) => Number(sequence)));
    await pause(upTo(4));
  }
  await client.end();
}

/** Stands for another process that numbers for some time, so that commits leave that for later. */
async function holdNowAndThen(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await client.query(`begin; ${orderLock}`);
    await pause(upTo(30));
    await client.query("rollback");
    await pause(upTo(15));
  }
}

/** The order of the log is that of the commits of each project and of the answers to each writer. */
async function expectOrder(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ projectId: string; after: string }>(
    `select "projectId", after from change_log order by sequence`,
  );
  const last = new Map<string, number>();
  const expectNext = (name: string, value: number) => {
    expect({ name, value: Math.max(value, last.get(name) ?? 0) }).toEqual({ name, value });
    last.set(name, value);
  };
  for (const { projectId, after } of rows) {
    const { writer, write, n } = JSON.parse(after) as Written;
    expectNext(projectId, n);
    expectNext(writer, write);
  }
}
