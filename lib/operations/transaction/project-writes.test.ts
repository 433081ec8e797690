import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createRecord } from "@/lib/operations/record/create";
import { resources } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { label } from "@/lib/resources/settings/label";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { RecordWriter, Store } from "@/lib/store/port/store";
import { requiredBody } from "@/tests/bodies";
import { chosenDatabase, newDatabase, type TestDatabase } from "@/tests/databases";
import { type TestEngine, testEngine } from "@/tests/engine";
import { startDelayProxy } from "@/tests/server/delay-proxy";

describe.runIf(chosenDatabase() === "postgres")("writes of several projects", () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let other: Store;
  let [one, two]: [string, string] = ["", ""];
  beforeAll(async () => {
    database = await newDatabase("postgres");
    engine = await testEngine({ database });
    other = await openStore({ url: database.url, resources: resources.values(), poolSize: 2 });
    [one, two] = [engine.projectId, await engine.newProject("Two")];
  });
  afterAll(async () => {
    await other.close();
    await engine.store.close();
  });

  const labelOf = (projectId: string, name: string) => {
    const now = engine.clock.iso();
    const row = { _id: newId(), projectId, name, color: "#112233" };
    return { ...row, createdAt: now, updatedAt: now };
  };
  const addLabel = async (writer: RecordWriter, projectId: string, name: string) => {
    const row = labelOf(projectId, name);
    await writer.insert(label, row);
    await writer.appendChange({
      ...{ _id: newId(), at: row.createdAt, projectId, resource: "label", recordId: row._id },
      ...{ operation: "create", after: { name } },
    });
  };
  const names = async () => (await engine.rows("label")).map(({ name }) => name).sort();
  const numbersOfLog = async () =>
    (await engine.rows("change-log")).map(({ sequence }) => Number(sequence)).sort((a, b) => a - b);

  /** Begins a write that stays open until `end` is called. */
  function openWrite(store: Store, project: string | undefined) {
    let begun: () => void = () => undefined;
    let end: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = store.write(
      async () => {
        begun();
        await mayEnd;
      },
      { project },
    );
    return { hasBegun, end, done };
  }

  it("run side by side in one process and in two", async () => {
    for (const second of [engine.store, other]) {
      const first = openWrite(engine.store, one);
      await first.hasBegun;
      const beside = openWrite(second, two);
      await beside.hasBegun;
      beside.end();
      await beside.done;
      first.end();
      await first.done;
    }
  });

  it("exclude writes of the same project and of the deployment", async () => {
    for (const [held, next] of [
      [one, one],
      [one, undefined],
      [undefined, one],
      [undefined, undefined],
    ]) {
      const first = openWrite(engine.store, held);
      await first.hasBegun;
      const later = openWrite(other, next);
      later.end();
      let isFirst = true;
      const ended = later.done.then(() => isFirst);
      await new Promise((resolve) => setTimeout(resolve, 50));
      isFirst = false;
      first.end();
      expect(await ended).toBe(false);
      await first.done;
    }
  });

  it("go on while a write of the deployment waits for a long one of a project", async () => {
    const long = openWrite(engine.store, one);
    await long.hasBegun;
    const alone = openWrite(other, undefined);
    alone.end();
    const waiting =
      "select 1 from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory' and not granted";
    const isWaiting = async () => (await engine.store.rawSql.run(waiting, [])).length > 0;
    await expect.poll(isWaiting, { interval: 10 }).toBe(true);
    const beside = engine.store.write((writer) => addLabel(writer, two, "beside a long one"), {
      project: two,
    });
    const isLate = new Promise((resolve) => setTimeout(resolve, 2_000, "late"));
    expect(await Promise.race([beside.then(() => "done"), isLate])).toBe("done");
    long.end();
    await Promise.all([long.done, alone.done, beside]);
  });

  it("read the jobs and the accounts", async () => {
    const read = async ({ jobs, auth }: RecordWriter) => ({
      facts: await jobs.facts(),
      nextMs: await jobs.nextMs(["none"]),
      link: await auth.oneUseLink("none"),
    });
    const alone = await engine.store.write(read);
    expect(await engine.store.write(read, { project: one })).toEqual(alone);
  });

  it.each([
    ["a record of another project", (writer: RecordWriter) => addLabel(writer, two, "theirs")],
    ["a setting", (writer: RecordWriter) => writer.putSetting("a setting", "x")],
    ["a counter", async (writer: RecordWriter) => void (await writer.countUp("a counter"))],
    ["the sign-in", (writer: RecordWriter) => writer.auth.deleteOneUseLink("none")],
    ["a job", async (writer: RecordWriter) => void (await writer.jobs.add({ kind: "x" }))],
  ])("run again alone when they write %s", async (what, outside) => {
    let runs = 0;
    await engine.store.write(
      async (writer) => {
        runs += 1;
        await addLabel(writer, one, `${what} ${runs}`);
        // The refusal counts even if it is caught.
        await outside(writer).catch(() => undefined);
      },
      { project: one },
    );
    expect(runs).toBe(2);
    const made = (await names()).filter((name) => String(name).startsWith(what));
    expect(made).toEqual([`${what} 2`]);
    expect(await numbersOfLog()).toEqual((await numbersOfLog()).map((_number, at) => at + 1));
  });

  it("run again alone when they read the change log", async () => {
    const { store } = engine;
    const changeLog = resources.get("change-log");
    if (!changeLog) throw new Error("There is no change log.");
    let runs = 0;
    const before = await store.reader.count(changeLog, { projects: "all" });
    const found = await store.write(
      async (writer) => {
        runs += 1;
        await addLabel(writer, one, "own");
        return (await writer.find(changeLog, { projects: "all" })).length;
      },
      { project: one },
    );
    expect([runs, found]).toEqual([2, before + 1]);
  });

  it("keep the lock of their project with more entries than wait in memory", async () => {
    const { store } = engine;
    const before = (await numbersOfLog()).length;
    let runs = 0;
    const write = (fails: boolean) =>
      store.write(
        async (writer) => {
          runs += 1;
          for (let n = 0; n < 600; n += 1) await addLabel(writer, one, `many ${n}`);
          if (fails) throw new Error("undone");
          // Another project is written meanwhile.
          if (runs === 2)
            await store.write((own) => addLabel(own, two, "beside"), { project: two });
        },
        { project: one },
      );
    await expect(write(true)).rejects.toThrow("undone");
    const few = store.write((writer) => addLabel(writer, one, "few"), { project: one });
    await Promise.all([few, write(false)]);
    expect(runs).toBe(2);
    const numbers = await numbersOfLog();
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(numbers.length).toBe(before + 602);
    const added = (await engine.rows("change-log"))
      .filter((entry) => Number(entry.sequence) > before)
      .sort((a, b) => Number(a.sequence) - Number(b.sequence))
      .map(({ after }) => (after as { name: string }).name)
      .filter((name) => name.startsWith("many"));
    expect(added).toEqual(Array.from({ length: 600 }, (_, n) => `many ${n}`));
  });

  it("take five round trips for the first event of an incident, its number and slug", async () => {
    const folder = /host=(.*)$/.exec(inject("postgres"))?.[1] ?? "";
    const name = /\/(\w+)\?/.exec(database.url)?.[1] ?? "";
    const proxy = await startDelayProxy(decodeURIComponent(folder), 0);
    const store = await openStore({ url: proxy.url(name), resources: resources.values() });
    const create = (title: string) =>
      createRecord({ ...engine.context(engine.owner), store }, incident, {
        ...requiredBody(incident, one),
        title,
      });
    // The first one opens the connection, and parses the statements.
    await create("First");
    const counts: number[] = [];
    for (const title of ["Second", "Third", "Fourth", "Fifth"]) {
      const before = proxy.roundTrips();
      await create(title);
      counts.push(proxy.roundTrips() - before);
    }
    // On a busy machine the statements of one round trip may arrive in two pieces.
    expect(Math.min(...counts)).toBeLessThanOrEqual(5);
    await store.close();
    await proxy.close();
  });

  it("find another slug when another project takes theirs meanwhile", async () => {
    const create = (projectId: string, title: string) =>
      createRecord(engine.context(engine.operator), incident, {
        ...requiredBody(incident, projectId),
        title,
      });
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) => create(n % 2 ? one : two, `Title ${n >> 1}`)),
    );
    const slugs = made.map(({ record }) => record.slug);
    expect(new Set(slugs).size).toBe(24);
    for (const projectId of [one, two]) {
      const own = { op: "eq", column: "projectId", value: projectId } as const;
      const rows = await engine.rows("incident", own);
      const numbers = rows.map((row) => Number(row.incidentNumber)).sort((a, b) => a - b);
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    }
  });

  it("end when each waits for a unique value of the other", async () => {
    const ids = [newId(), newId()];
    const runs = [0, 0];
    let arrive: () => void = () => undefined;
    const bothBegan = new Promise<void>((resolve) => {
      arrive = () => resolve();
    });
    let begun = 0;
    const cross = (store: Store, project: string, order: readonly string[], place: 0 | 1) =>
      store
        .write(
          async (writer) => {
            runs[place] = (runs[place] ?? 0) + 1;
            const [first, second] = order.map((_id) => ({ ...labelOf(project, _id), _id }));
            if (!first || !second) return;
            await writer.insert(label, first);
            // Waits until the row is there, so that the other one will wait for it.
            await writer.count(label, { projects: [project] });
            begun += 1;
            if (begun === 2) arrive();
            if (runs[place] === 1) await bothBegan;
            await writer.insert(label, second);
          },
          { project },
        )
        .then(
          () => "done",
          (error: unknown) => (error as { code?: string }).code,
        );
    const ended = await Promise.all([
      cross(engine.store, one, ids, 0),
      cross(other, two, [...ids].reverse(), 1),
    ]);
    expect(ended.sort()).toEqual(["conflict", "done"]);
    expect((await names()).filter((name) => ids.includes(String(name)))).toHaveLength(2);
  });

  it("number the log in the order of commits, and no reader misses an entry", async () => {
    const from = (await numbersOfLog()).length;
    const seen: number[] = [];
    let isOver = false;
    const follow = async () => {
      for (let isLast = false; !isLast; ) {
        isLast = isOver;
        const last = seen.at(-1) ?? from;
        const rows = await other.rawSql.run(
          "select sequence from change_log where sequence > $1 order by sequence",
          [last],
        );
        seen.push(...(rows as { sequence: number }[]).map(({ sequence }) => sequence));
      }
    };
    const reading = follow();
    const projects = [one, two, await engine.newProject("Three"), await engine.newProject("Four")];
    const before = (await numbersOfLog()).length;
    let kept = 0;
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const project = projects[n % projects.length] ?? one;
        const store = n % 3 === 0 ? other : engine.store;
        const isUndone = n % 7 === 0;
        const write = store.write(
          async (writer) => {
            for (let entry = 0; entry <= n % 20; entry += 1) {
              await addLabel(writer, project, `${n}.${entry}`);
            }
            if (isUndone) throw new Error("undone");
          },
          { project: n % 11 === 0 ? undefined : project },
        );
        if (isUndone) await expect(write).rejects.toThrow("undone");
        else kept += (n % 20) + 1;
        await write.catch(() => undefined);
      }),
    );
    isOver = true;
    await reading;
    const numbers = await numbersOfLog();
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(numbers.length).toBe(before + kept);
    expect(seen).toEqual(numbers.slice(from));
  });
});
