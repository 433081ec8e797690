import { hostname } from "node:os";
import { afterEach, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { hasPostgres, newDatabase } from "@/tests/databases";
import { takeImportLease } from "./import-lease";

const projectId = newId();
const leaseMs = 200;
const said: string[] = [];
const options = {
  ...{ say: (line: string) => said.push(line), signal: new AbortController().signal, leaseMs },
};
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  said.length = 0;
  for (const one of undo.splice(0).reverse()) await one();
});

async function open(url: string): Promise<Store> {
  const store = await openStore({ url, resources: resources.values() });
  undo.push(() => store.close());
  return store;
}

const take = (store: Store) => takeImportLease(store, projectId, options);
const mine = `process ${process.pid} on ${hostname()}, since 2`;

it("a second import of a project is refused, and told which one runs and since when", async () => {
  const store = await open("memory:");
  const first = await take(store);
  await expect(take(store)).rejects.toThrow(`is being imported already, by ${mine}`);
  expect(said[0]).toContain(mine);
  await store.write((writer) => first.requireHeld(writer));
  const other = await takeImportLease(store, newId(), options);
  await other.release();
  await first.release();
  await (await take(store)).release();
});

it("a lease that nobody renews any more is taken over", async () => {
  const store = await open("memory:");
  const name = `oneuptime import ${projectId} lease`;
  const left = { id: newId(), since: "2026-01-01T00:00:00.000Z", renewals: 3 };
  const leave = (process: string) =>
    store.write((writer) => writer.putSetting(name, JSON.stringify({ ...left, process })));
  await leave("process 1 on another machine");
  // No other process can write to this database.
  await (await take(store)).release();
  expect(said).toEqual([]);
  await leave(mine.split(",")[0] ?? "");
  await (await take(store)).release();
  expect(said).toHaveLength(1);
});

it.skipIf(!hasPostgres())(
  "an import of another process is locked out until it is gone",
  async () => {
    const { url, drop } = await newDatabase("postgres");
    undo.push(drop);
    const [one, other] = [await open(url), await open(url)];
    const first = await take(one);
    await expect(take(other)).rejects.toThrow("is being imported already");
    // A killed process renews no more.
    await one.close();
    const second = await take(other);
    await expect(first.requireHeld(other.reader)).rejects.toThrow("has taken over");
    await second.release();
    await first.release();
    expect(await other.reader.setting(`oneuptime import ${projectId} lease`)).toBe("null");
  },
);
