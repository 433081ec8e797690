import { afterEach, beforeEach, expect, test } from "vitest";
import { isAppError } from "@/lib/errors";
import type { Row } from "@/lib/schema/row";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { openStore } from "./open-store";
import { newId } from "./port/new-id";
import type { RecordWriter, Store } from "./port/store";
import {
  box,
  here,
  log,
  person,
  row,
  space,
  testResources,
  there,
  thing,
} from "./testing/test-resources";

let store: Store;
let now = new Date("2030-01-01T00:00:00.000Z");
let statements: string[] = [];
let failAt = Number.POSITIVE_INFINITY;

beforeEach(async () => {
  now = new Date("2030-01-01T00:00:00.000Z");
  failAt = Number.POSITIVE_INFINITY;
  store = await openStore({
    url: "memory:",
    resources: testResources,
    now: () => now,
    onStatement: (sql) => {
      statements.push(sql);
      if (statements.length === failAt) throw new Error("injected");
    },
  });
  statements = [];
});

afterEach(() => store.close());

const everywhere = { projects: "all" } as const;
const byId = (id: string) => ({ op: "eq", column: "_id", value: id }) as const;

async function only(id: string, columns?: string[]): Promise<Row | undefined> {
  const ask = { ...everywhere, filter: byId(id), ...(columns ? { columns } : {}) };
  const [found] = await store.reader.find(thing, ask);
  return found;
}

async function put(values: Row): Promise<string> {
  const full = row(values);
  await store.write((writer) => writer.insert(thing, full));
  return String(full["_id"]);
}

test("a database in memory begins with the content of a snapshot, and goes on by itself", async () => {
  const id = await put({ name: "Kept" });
  const pieces: Uint8Array[] = [];
  for await (const piece of await store.snapshot()) pieces.push(piece);
  const image = Buffer.concat(pieces);
  const other = await openStore({ url: "memory:", resources: testResources, image });
  const find = () => other.reader.find(thing, { ...everywhere, columns: ["name"] });
  expect(await find()).toEqual([{ name: "Kept" }]);
  await other.write((writer) => writer.insert(thing, row({ name: "Added" })));
  expect(await find()).toHaveLength(2);
  expect(await store.reader.count(thing, everywhere)).toBe(1);
  expect(await other.reader.find(thing, { ...everywhere, filter: byId(id) })).toHaveLength(1);
  await other.close();
});

test("every kind of value comes back as it was written", async () => {
  const hostile =
    "\u{1F469}\u200D\u{1F692} e\u0301 \u202Eabc \uFEFF ' \" ; -- \r\n\t \\ % _ \u{10FFFF}";
  const values: Row = {
    name: hostile,
    notes: "",
    story: "x".repeat(100_000),
    page: "# *md*",
    due: "0001-01-01T00:00:00.000Z",
    isOpen: false,
    weight: 0.1 + 0.2,
    place: -32768,
    data: { __proto__x: [1, null, { "": hostile }], b: true, a: 1e300, "a.b": "" },
    tint: "#aAbBcC",
    contact: "Ünï@Example.org",
    link: "https://example.org/?a=b",
    files: ["f2", "f1"],
    words: ["b", "a", "b"],
    ownerId: newId(),
    boxes: [newId(), newId()],
  };
  const id = await put(values);
  expect(await only(id)).toMatchObject(values);
  expect(JSON.stringify((await only(id, ["data"]))?.["data"])).toBe(JSON.stringify(values["data"]));
  for (const odd of ["", "text", 0, -1.5, true, false, [], {}, JSON.parse('{"__proto__":1}')]) {
    await store.write((writer) => writer.update(thing, id, { data: odd, files: "f1" }, everywhere));
    const read = await only(id);
    expect(JSON.stringify(read?.["data"])).toBe(JSON.stringify(odd));
    expect(read?.["files"]).toBe("f1");
  }
  const cleared = Object.fromEntries(Object.keys(values).map((name) => [name, null]));
  await store.write((writer) => writer.update(thing, id, cleared, everywhere));
  expect(await only(id)).toMatchObject(cleared);
});

test("hidden columns come only when they are named", async () => {
  const id = await put({});
  expect(Object.keys((await only(id)) ?? {})).not.toContain("version");
  expect(await only(id, ["_id", "version"])).toEqual({ _id: id, version: 1 });
});

test("a record is changed only in its project and at its version", async () => {
  const id = await put({ name: "before" });
  const change = (guard: Parameters<RecordWriter["update"]>[3]) =>
    store.write((writer) => writer.update(thing, id, { name: "after" }, guard));
  expect(await change({ projects: [there] })).toBe(false);
  expect(await change({ projects: [] })).toBe(false);
  expect(await change({ projects: [here, there], version: 2 })).toBe(false);
  expect(await change({ projects: [here], version: 1 })).toBe(true);
  expect(await change({ projects: [here], version: 1 })).toBe(false);
  expect(await only(id, ["name", "version"])).toEqual({ name: "after", version: 2 });
  const remove = (guard: Parameters<RecordWriter["remove"]>[2]) =>
    store.write((writer) => writer.remove(thing, id, guard));
  expect(await remove({ projects: [there] })).toBe(false);
  expect(await remove({ projects: [here], version: 1 })).toBe(false);
  expect(await remove({ projects: [here], version: 2 })).toBe(true);
  expect(await only(id)).toBeUndefined();
  await expect(
    store.write(async (writer) => {
      await writer.insert(thing, row({ _id: id }));
      await writer.update(thing, id, { projectId: there }, everywhere);
    }),
  ).rejects.toThrow("stays in its project");
});

test("a quiet update changes neither the version nor the count of writes", async () => {
  const id = await put({});
  const writes = store.writesOf(thing.path) ?? 0;
  const touch = (which: string) =>
    store.write((writer) => writer.updateQuietly(thing, which, { weight: 7 }));
  expect(await touch(id)).toBe(true);
  expect(await touch(newId())).toBe(false);
  expect(await only(id, ["weight", "version"])).toEqual({ weight: 7, version: 1 });
  expect(store.writesOf(thing.path)).toBe(writes);
  await store.write((writer) => writer.update(thing, id, {}, everywhere));
  expect(store.writesOf(thing.path)).toBe(writes + 1);
});

test("links follow the list", async () => {
  const id = await put({ boxes: ["b1", "b2"] });
  const owners = async (target: string) => {
    const filter = { op: "hasAny", column: "boxes", values: [target] } as const;
    return (await store.reader.find(thing, { ...everywhere, filter })).length;
  };
  expect([await owners("b1"), await owners("b2"), await owners("b3")]).toEqual([1, 1, 0]);
  await store.write((writer) => writer.update(thing, id, { boxes: ["b3", "b2"] }, everywhere));
  expect([await owners("b1"), await owners("b2"), await owners("b3")]).toEqual([0, 1, 1]);
  await store.write((writer) => writer.remove(thing, id, everywhere));
  const db = kyselyOver(store);
  expect(await db.selectFrom("test_thing__boxes").selectAll().execute()).toEqual([]);
});

test.each<[string, Row, string]>([
  ["an id", { _id: newId() }, "_id"],
  ["a slug, even in another project", { slug: "taken", projectId: there }, "slug"],
  ["a name of the project in another case", { name: "ÄRGER" }, "name"],
])("%s that is taken is a conflict that names the field", async (_, values, field) => {
  await put({ slug: "taken", name: "ärger", ...("_id" in values ? values : {}) });
  const again = put(values).catch((error: unknown) => error);
  const error = await again;
  expect(isAppError(error) && error.code).toBe("conflict");
  expect(isAppError(error) && error.details.faults?.map((fault) => fault.field)).toEqual([field]);
  expect(isAppError(error) && error.detail).toContain(`${field} is taken`);
});

test("the same name in another project, and two records without a name, are no conflict", async () => {
  await put({ name: "a" });
  await put({ name: "a", projectId: there });
  await put({});
  await put({});
  expect(await store.reader.count(thing, everywhere)).toBe(4);
});

test("an e-mail is unique in any case", async () => {
  const add = (email: string) =>
    store.write((writer) => writer.insert(person, { ...row(), email }));
  await add("Zoë@example.org");
  await expect(add("ZOË@EXAMPLE.org")).rejects.toThrow("email is taken");
});

test("a project belongs to itself", async () => {
  const id = newId();
  await store.write((writer) => writer.insert(space, row({ _id: id, projectId: null })));
  const [found] = await store.reader.find(space, { projects: [id] });
  expect(found?.["projectId"]).toBe(id);
  expect(await store.reader.count(space, { projects: [id] })).toBe(1);
});

test("nothing of a failed write remains, whichever statement fails", async () => {
  const target = await put({ name: "target", boxes: ["b1"], boxId: "b1" });
  const state = () => dump();
  const before = await state();
  const work = async (writer: RecordWriter) => {
    await writer.insert(thing, row({ boxes: ["b1"], boxId: "b2" }));
    await writer.count(thing, everywhere);
    await writer.update(thing, target, { boxes: [], boxId: null, name: "x" }, everywhere);
    await writer.remove(thing, target, everywhere);
    await writer.appendChange({ _id: newId(), at: now.toISOString(), projectId: here });
    await writer.putSetting("a", "b");
    await writer.countUp("n");
    await writer.saveIdempotencyRecord("c", "p", "k", {
      bodyHash: "h",
      recordId: "r",
      answer: null,
    });
  };
  let failed = 0;
  for (let at = 1; ; at += 1) {
    statements = [];
    failAt = at;
    const done = await store.write(work).then(
      () => true,
      () => false,
    );
    failAt = Number.POSITIVE_INFINITY;
    if (done) break;
    failed += 1;
    expect(await state()).toEqual(before);
  }
  expect(failed).toBeGreaterThan(15);
  expect(await state()).not.toEqual(before);
});

test("a read sees nothing of an open transaction, and the writer its own", async () => {
  const seen: unknown[] = [];
  let reading: Promise<Row[]> = Promise.resolve([]);
  await store.write(async (writer) => {
    await writer.insert(box, row({ name: "open" }));
    reading = store.reader.find(box, everywhere).then((rows) => {
      seen.push("read");
      return rows;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await writer.find(box, everywhere)).toHaveLength(1);
    seen.push("end");
  });
  expect(await reading).toHaveLength(1);
  expect(seen).toEqual(["end", "read"]);
  let kept: RecordWriter | undefined;
  await store.write(async (writer) => {
    kept = writer;
  });
  await expect(kept?.find(box, everywhere)).rejects.toThrow("has ended");
});

test("writes wait for each other and numbers count up without gaps", async () => {
  const numbers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      store
        .write(async (writer) => {
          const number = await writer.countUp("incident");
          await new Promise((resolve) => setImmediate(resolve));
          if (n % 8 === 0) throw new Error("refused");
          return number;
        })
        .catch(() => 0),
    ),
  );
  const given = numbers.filter((number) => number > 0).sort((a, b) => a - b);
  expect(given).toEqual(Array.from({ length: 56 }, (_, n) => n + 1));
  await store.write(async (writer) => {
    await writer.raiseTo("incident", 1000);
    await writer.raiseTo("incident", 10);
    await writer.raiseTo("new", 3);
    expect([await writer.countUp("incident"), await writer.countUp("new")]).toEqual([1001, 4]);
  });
});

test("the change log is numbered by the store", async () => {
  for (const after of [{ a: 1 }, { a: 2 }]) {
    await store.write((writer) =>
      writer.appendChange({ _id: newId(), at: now.toISOString(), projectId: null, after }),
    );
  }
  const sort = [{ column: "sequence", direction: "desc" }] as const;
  const entries = await store.reader.find(log, { ...everywhere, sort });
  expect(entries.map(({ sequence, after }) => [sequence, after])).toEqual([
    [2, { a: 2 }],
    [1, { a: 1 }],
  ]);
});

test("settings are kept and replaced", async () => {
  expect(await store.reader.setting("color")).toBeUndefined();
  for (const value of ["red", "blue"]) {
    await store.write((writer) => writer.putSetting("color", value));
    expect(await store.reader.setting("color")).toBe(value);
  }
});

test("an idempotency record is kept for a day, for its caller, path and key", async () => {
  const kept = { bodyHash: "h", recordId: "r", answer: '{"_id":"r"}' };
  const keep = () => store.write((writer) => writer.saveIdempotencyRecord("c", "p", "k", kept));
  await keep();
  expect(await store.reader.idempotencyRecord("c", "p", "k")).toEqual(kept);
  expect(await store.reader.idempotencyRecord("c", "p", "other")).toBeUndefined();
  expect(await store.reader.idempotencyRecord("other", "p", "k")).toBeUndefined();
  await expect(keep()).rejects.toMatchObject({ code: "conflict" });
  now = new Date("2030-01-02T00:00:00.000Z");
  expect(await store.reader.idempotencyRecord("c", "p", "k")).toBeUndefined();
  await keep();
  expect(await store.reader.idempotencyRecord("c", "p", "k")).toEqual(kept);
});

test("a closed store refuses everything as unavailable", async () => {
  await store.ping();
  await store.close();
  await store.close();
  const refused = { code: "unavailable" };
  await expect(store.ping()).rejects.toMatchObject(refused);
  await expect(store.reader.count(box, everywhere)).rejects.toMatchObject(refused);
  await expect(store.write(async () => undefined)).rejects.toMatchObject(refused);
  expect(() => store.writesOf(box.path)).toThrow("closed");
});

async function dump(): Promise<Record<string, unknown>> {
  const db = kyselyOver(store);
  const tables = await db.introspection.getTables();
  const contents: Record<string, unknown> = {};
  for (const { name } of tables) contents[name] = await db.selectFrom(name).selectAll().execute();
  return contents;
}
