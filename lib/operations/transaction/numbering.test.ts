import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changesAfter, lastSequence } from "@/lib/events/change";
import { resources } from "@/lib/resources";
import { label } from "@/lib/resources/settings/label";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter, Store } from "@/lib/store/port/store";
import { orderLock } from "@/lib/store/postgres/sql/locks";
import { chosenDatabase, newDatabase, type TestDatabase } from "@/tests/databases";

const at = "2030-01-01T00:00:00.000Z";

describe.runIf(chosenDatabase() === "postgres")("numbers of the change log", () => {
  let database: TestDatabase;
  let stores: Store[];
  /** Another transaction that numbers: commits leave their entries without a number meanwhile. */
  let outsider: pg.Client;
  beforeEach(async () => {
    database = await newDatabase("postgres");
    stores = [];
    outsider = new pg.Client({ connectionString: database.url });
    await outsider.connect();
  });
  afterEach(async () => {
    await outsider.end();
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  /** Starts a process; `dies` says whether it dies after a commit, before the numbering. */
  async function start(dies: () => boolean = () => false): Promise<Store> {
    let isDead = false;
    const store = await openStore({
      ...{ url: database.url, resources: resources.values(), poolSize: 2 },
      onStatement: (text) => {
        if (text === "number the change log" && dies()) isDead = true;
        if (isDead) throw new Error("The process is dead.");
      },
    });
    stores.push(store);
    return store;
  }

  const append = (
    writer: RecordWriter,
    projectId: string,
    after: Readonly<Record<string, number>>,
  ) =>
    writer.appendChange({
      ...{ _id: newId(), at, projectId, resource: label.path, recordId: newId() },
      ...{ operation: "create", after },
    });
  const write = (store: Store, project: string, n = 0) =>
    store.write((writer) => append(writer, project, { n }), { project });

  const numbers = async () => {
    const { rows } = await outsider.query("select sequence from change_log order by sequence");
    return rows.map(({ sequence }) => sequence);
  };
  const holdOrder = () => outsider.query(`begin; ${orderLock}`);
  const letGo = () => outsider.query("rollback");

  it("let commits of several projects end beside each other, and come before the answer", async () => {
    const one = await start();
    const two = await start();
    await holdOrder();
    const done: number[] = [];
    const writes = [one, one, two].map((process, n) =>
      write(process, newId(), n).then(() => done.push(n)),
    );
    await vi.waitFor(async () => expect(await numbers()).toEqual([null, null, null]));
    expect(done).toEqual([]);
    expect(await lastSequence(one.reader)).toBe(0);
    expect(await changesAfter(one.reader, 0, 10)).toBeUndefined();
    await letGo();
    await Promise.all(writes);
    expect(await numbers()).toEqual([1, 2, 3]);
    expect(await lastSequence(one.reader)).toBe(3);
    expect((await changesAfter(one.reader, 0, 10))?.last).toBe(3);
  });

  it.each([
    ["the next write of another process", (other: Store) => write(other, newId())],
    ["the next start", async () => void (await start())],
    ["a process that only looks", async () => undefined],
  ])("are given by %s after a process died before", async (_name, next) => {
    const dying = await start(() => true);
    const other = await start();
    await holdOrder();
    await write(dying, newId());
    await dying.close();
    await letGo();
    await next(other);
    await vi.waitFor(async () => expect((await numbers())[0]).toBe(1), { timeout: 20_000 });
    expect(await numbers()).not.toContain(null);
  });

  it("have no gap after a write that failed in a shared commit", async () => {
    const process = await start();
    const project = newId();
    const failing = process.write(
      async (writer) => {
        await append(writer, project, {});
        throw new Error("undone");
      },
      { project },
    );
    const writes = [write(process, project), write(process, project)];
    await expect(failing).rejects.toThrow("undone");
    await Promise.all(writes);
    expect(await numbers()).toEqual([1, 2]);
  });
});
