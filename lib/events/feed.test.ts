import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { visibilityOf } from "@/lib/operations/access/visibility";
import { resources } from "@/lib/resources";
import { changeLog } from "@/lib/resources/system/change-log";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter } from "@/lib/store/port/store";
import { chosenDatabase, newDatabase, runOn, type TestDatabase } from "@/tests/databases";
import { type TestEngine, testEngine } from "@/tests/engine";
import { type Following, follow } from "./feed";

const kind = chosenDatabase();

let database: TestDatabase;
let engine: TestEngine;
let ending: AbortController;
/** Names in the order of delivery. */
let seen: string[];

/** Follows the changes from now on. */
async function begin(visible?: Following["visible"]): Promise<void> {
  const last = (await engine.rows("change-log")).length;
  const { signal } = ending;
  void (async () => {
    for await (const changes of follow(engine.store, last, {
      ...{ signal, limit: 3 },
      ...(visible && { visible }),
    })) {
      seen.push(...changes.map(({ after }) => String(after?.["name"])));
    }
  })();
}

/** Appends an entry to the change log. */
function append(writer: RecordWriter, name: string): Promise<void> {
  const about = { at: engine.clock.iso(), projectId: engine.projectId, resource: "label" };
  return writer.appendChange({ _id: newId(), ...about, operation: "create", after: { name } });
}

const untilSeen = (names: string[]) =>
  vi.waitFor(() => expect(seen).toEqual(names), { timeout: 20_000 });

describe("the feed of changes", () => {
  beforeEach(async () => {
    database = await newDatabase(kind);
    engine = await testEngine({ database });
    ending = new AbortController();
    seen = [];
  });
  afterEach(async () => {
    ending.abort();
    await engine.store.close();
  });

  it("delivers each change after its commit, in order, and none that was rolled back", async () => {
    await begin();
    const { store } = engine;
    let open: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = store.write(async (writer) => {
      await append(writer, "slow");
      await isOpen;
    });
    const undone = store.write(async (writer) => {
      await append(writer, "undone");
      throw new Error("undone");
    });
    const others = ["a", "b", "c", "d"].map((name) => store.write((w) => append(w, name)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen).toEqual([]);
    open();
    await expect(undone).rejects.toThrow("undone");
    await Promise.all([slow, ...others]);
    await untilSeen(["slow", "a", "b", "c", "d"]);
  });

  it("delivers only what the subscriber may read, as decided for each batch", async () => {
    let { owner } = engine;
    const other = await engine.newProject("Other");
    await begin(() => visibilityOf(engine.context(owner), changeLog));
    const label = (name: string, projectId: string) =>
      engine.create("label", { name, color: "#112233", projectId }, engine.operator);
    await label("hidden", other);
    await label("own", engine.projectId);
    await untilSeen(["own"]);
    owner = { ...owner, grants: new Map([[other, new Set(["Project Owner"])]]) };
    await label("hidden now", engine.projectId);
    await label("of the other", other);
    await untilSeen(["own", "of the other"]);
  });
});

describe.runIf(kind === "postgres")("the feed on PostgreSQL with several processes", () => {
  const openSecond = () => openStore({ url: database.url, resources: resources.values() });
  beforeEach(async () => {
    database = await newDatabase(kind);
    engine = await testEngine({ database });
    ending = new AbortController();
    seen = [];
    await begin();
  });
  afterEach(async () => {
    ending.abort();
    await engine.store.close();
  });

  it("misses no change of two overlapping transactions", async () => {
    const second = await openSecond();
    const done: string[] = [];
    let early = Promise.resolve();
    await engine.store.write(async (writer) => {
      await append(writer, "first");
      // Begins while the first is open, and would commit before it if both could have a number.
      early = second.write((other) => append(other, "second")).then(() => void done.push("second"));
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect([done, seen]).toEqual([[], []]);
    });
    await early;
    await untilSeen(["first", "second"]);
    await second.close();
  });

  it("is woken by a notification, and by the commits during a lost connection", async () => {
    const name = new URL(database.url.replace("@/", "@host/")).pathname.slice(1);
    const listening = `from pg_stat_activity where datname = '${name}' and (query like 'listen%' or query = 'select 1')`;
    await vi.waitFor(async () =>
      expect(await runOn(name, `select pid ${listening}`)).toHaveLength(1),
    );
    await runOn(name, `select pg_terminate_backend(pid) ${listening}`);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const told: unknown[] = [];
    client.on("notification", ({ payload }) => told.push(payload));
    const { rows } = await client.query("select hashtext(current_schema()) as hash");
    await client.query(`listen "tocsin_${rows[0].hash}"`);
    const second = await openSecond();
    await second.write((writer) => append(writer, "by another process"));
    await vi.waitFor(() => expect(told).toEqual(["changes"]));
    await client.end();
    await untilSeen(["by another process"]);
    await second.close();
  });
});
