import { expect, test } from "vitest";
import type { Filter } from "@/lib/schema/filter";
import { openStore } from "@/lib/store/open-store";
import {
  box,
  here,
  membership,
  person,
  row,
  testResources,
  there,
  thing,
} from "@/lib/store/testing/test-resources";

const open = () => openStore({ url: "memory:", resources: testResources });
const everywhere = { projects: "all" } as const;
const light: Filter = { op: "lt", column: "weight", value: 10 };

test("a cached count is renewed after every kind of write", async () => {
  const store = await open();
  const count = () => store.reader.count(thing, { ...everywhere, filter: light });
  const one = row({ weight: 1, version: 1 });
  const id = String(one._id);
  expect(await count()).toBe(0);
  await store.write((writer) => writer.insert(thing, one));
  expect([await count(), await count()]).toEqual([1, 1]);
  await store.write((writer) => writer.update(thing, id, { weight: 20 }, everywhere));
  expect(await count()).toBe(0);
  await store.write((writer) => writer.updateQuietly(thing, id, { weight: 2 }));
  expect(await count()).toBe(1);
  await store.write((writer) => writer.remove(thing, id, everywhere));
  expect(await count()).toBe(0);
  await store.close();
});

test("a cached count serves the same values and projects only", async () => {
  const store = await open();
  await store.write(async (writer) => {
    await writer.insert(thing, row({ weight: 1 }));
    await writer.insert(thing, row({ weight: 2, projectId: there }));
  });
  const count = (projects: readonly string[], value: number) =>
    store.reader.count(thing, { projects, filter: { op: "lt", column: "weight", value } });
  expect(await count([here], 10)).toBe(1);
  expect(await count([here], 1)).toBe(0);
  expect(await count([there], 10)).toBe(1);
  expect(await count([here, there], 10)).toBe(2);
  await store.close();
});

test("a transaction counts its own writes, and a failed one leaves the count unchanged", async () => {
  const store = await open();
  const ask = { ...everywhere, filter: light };
  expect(await store.reader.count(thing, ask)).toBe(0);
  const failed = store.write(async (writer) => {
    await writer.insert(thing, row({ weight: 1 }));
    expect(await writer.count(thing, ask)).toBe(1);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await store.reader.count(thing, ask)).toBe(0);
  await store.close();
});

test("a count follows the records it looked at through relations and memberships", async () => {
  const store = await open();
  const shelf = row({ name: "full", version: 1 });
  const filter: Filter = {
    op: "not",
    filter: {
      op: "related",
      column: "boxId",
      to: "test-box",
      filter: { op: "eq", column: "name", value: "empty" },
    },
  };
  const someone = { _id: row()._id ?? "", createdAt: row().createdAt ?? "", name: "Ann" };
  await store.write(async (writer) => {
    await writer.insert(box, shelf);
    await writer.insert(thing, row({ boxId: shelf._id ?? null }));
    await writer.insert(person, someone);
  });
  const things = () => store.reader.count(thing, { ...everywhere, filter });
  const people = () => store.reader.count(person, { projects: [here] });
  expect([await things(), await people()]).toEqual([1, 0]);
  await store.write(async (writer) => {
    await writer.update(box, String(shelf._id), { name: "empty" }, everywhere);
    await writer.insert(membership, row({ userId: someone._id, state: "active" }));
  });
  expect([await things(), await people()]).toEqual([0, 1]);
  await store.close();
});
