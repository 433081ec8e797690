import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Row } from "@/lib/schema/row";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { changedWriter } from "@/tests/changed-writer";
import { testApi } from "../api";
import { chosenDatabase, hasPostgres, newDatabase } from "../databases";
import { DelayedWrites } from "../delayed-writes";
import { dump } from "../dump";
import { type TestPeople, testPeople } from "../people";

/** Rights are read before a write enters the queue. In each test they end while it waits there. */
let people: TestPeople;
/** The same database through a server with delayed writes. */
let late: TestPeople;
const delayed = new DelayedWrites();
beforeAll(async () => {
  people = await testPeople();
  late = await testPeople({ store: delayed.over(people.engine.store) });
});
afterAll(async () => {
  await late.close();
  await people.close();
});

let count = 0;
let userId: string;
let cookie: string;
let key: Row;
beforeEach(async () => {
  count += 1;
  const name = `Ann${count}`;
  userId = await people.person(name, ["Project Member"]);
  cookie = await people.signIn(name);
  const data = { name: `Key ${count}`, permissions: ["Create Label", "Read Label"] };
  key = await people.engine.create("api-key", data, people.engine.operator);
});
afterEach(() => {
  delayed.meanwhile = undefined;
});

const operator = () => people.engine.operator;
const data = () => ({ name: "Late", color: "#123456", projectId: people.engine.projectId });
const askLate = (manner: Parameters<TestPeople["ask"]>[3]) =>
  delayed.send(() => late.ask("POST", "/api/label", { data: data() }, manner));
const byKey = () => askLate({ headers: { apikey: String(key.key) } });
const bySession = () => askLate({ cookie });

const revoke = () => people.engine.remove("api-key", key._id, operator());
const setTitles = (permissions: string[]) =>
  people.engine.update("api-key", key._id, { permissions }, operator());
const signOut = () => people.ask("POST", "/api/auth/sign-out", {}, { cookie });
const membership = async () => {
  const [row] = await people.engine.rows("member", { op: "eq", column: "userId", value: userId });
  return row?._id;
};
const endMembership = async () => people.engine.remove("member", await membership(), operator());

describe("a write that waits in the queue", () => {
  it.each([
    ["the key is revoked", byKey, revoke, 401],
    ["the key loses a permission", byKey, () => setTitles(["Read Label"]), 403],
    ["the session ends", bySession, signOut, 401],
    ["the membership ends", bySession, endMembership, 403],
  ])("changes nothing if %s meanwhile", async (_, send, end, status) => {
    let left: unknown;
    delayed.meanwhile = async () => {
      await end();
      left = await dump(people.engine.store);
    };
    expect((await send()).status).toBe(status);
    expect(await dump(people.engine.store)).toEqual(left);
  });

  it.each([
    ["key", byKey, 60],
    ["session", bySession, 31 * 24 * 60],
  ])("changes nothing if the lifetime of its %s ends meanwhile", async (_, send, minutes) => {
    const { clock } = late.engine;
    const expiresAt = clock.iso(60);
    await people.engine.update("api-key", key._id, { expiresAt }, operator());
    const before = await dump(people.engine.store);
    delayed.meanwhile = async () => clock.move(minutes);
    const { status } = await send();
    clock.move(-minutes);
    expect(status).toBe(401);
    expect(await dump(people.engine.store)).toEqual(before);
  });

  it("changes nothing after a revocation that has run and is not committed", async () => {
    const { store } = people.engine;
    let removed: Promise<unknown> | undefined;
    delayed.meanwhile = () =>
      new Promise<void>((resolve) => {
        removed = store.write(async (writer) => {
          await writer.remove(apiKey, String(key._id), { projects: "all" });
          resolve();
          // The late write joins the queue, and on SQLite this commit.
          await new Promise(setImmediate);
        });
      });
    expect((await byKey()).status).toBe(401);
    await removed;
  });

  it.each([
    ["gains a permission", () => setTitles(["Create Label", "Read Label", "Edit Label"])],
    ["stays, and another key is revoked", async () => void (await otherRevoked())],
  ])("is made if its key %s meanwhile", async (_, change) => {
    delayed.meanwhile = change;
    expect((await byKey()).status).toBe(200);
  });

  it("reads the caller again only after a change of access", async () => {
    const reads: string[] = [];
    const { store } = people.engine;
    const watched: Store = {
      ...store,
      write: (work, options) =>
        store.write((writer) => {
          const find: typeof writer.find = (resource, query) => {
            reads.push(resource.path);
            return writer.find(resource, query);
          };
          return work(changedWriter(writer, { find }));
        }, options),
    };
    const own = await testPeople({ store: watched });
    const headers = { apikey: String(key.key) };
    const create = () => own.ask("POST", "/api/label", { data: data() }, { headers });
    expect((await create()).status).toBe(200);
    reads.length = 0;
    expect((await create()).status).toBe(200);
    expect(reads).not.toContain("api-key");
    await own.close();
  });
});

async function otherRevoked() {
  const other = { name: "Other", permissions: ["Read Label"] };
  const { _id } = await people.engine.create("api-key", other, operator());
  await people.engine.remove("api-key", _id, operator());
}

it.runIf(chosenDatabase() === "postgres" && hasPostgres())(
  "a write that waits for the lock of another process changes nothing if that revokes its key",
  async () => {
    const database = await newDatabase("postgres");
    const api = await testApi({ references: "loose" }, database);
    const other = await openStore({ url: database.url, resources: [...resources.values()] });
    const id = newId();
    const secret = await api.key(["Create Label"], api.projectId, id);
    let revokeNow: () => void = () => undefined;
    const isDue = new Promise<void>((resolve) => {
      revokeNow = resolve;
    });
    let revoked: Promise<void> | undefined;
    await new Promise<void>((isOpen) => {
      revoked = other.write(async (writer) => {
        isOpen();
        await isDue;
        await writer.remove(apiKey, id, { projects: "all" });
      });
    });
    const label = { name: "Late", color: "#123456", projectId: api.projectId };
    const asked = api.ask("POST", "/api/label", { key: secret, body: { data: label } });
    while ((await api.engine.store.facts()).waiting.writes === 0) await api.engine.store.ping();
    revokeNow();
    await revoked;
    expect((await asked).status).toBe(401);
    await other.close();
    await api.close();
  },
);
