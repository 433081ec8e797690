import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import type { Reader, Store } from "@/lib/store/port/store";
import { cookieOf, type TestPeople, testPeople } from "../people";

let people: TestPeople;
let watched: TestPeople;
const work = { writes: 0, reads: [] as string[] };

beforeAll(async () => {
  people = await testPeople();
  watched = await testPeople({ store: watchedStore(people.engine.store) });
});
afterAll(async () => {
  await watched.close();
  await people.close();
});

/** Wraps the store and records each write and each read. */
function watchedStore(store: Store): Store {
  const { auth } = store.reader;
  const noted = Object.entries(auth).map(([name, read]) => [
    name,
    (...asked: never[]) => {
      work.reads.push(name);
      return read(...asked);
    },
  ]);
  const reader: Reader = {
    ...store.reader,
    auth: { ...auth, ...Object.fromEntries(noted) },
    find: (resource, ask) => {
      work.reads.push(resource.path);
      return store.reader.find(resource, ask);
    },
  };
  return {
    ...store,
    reader,
    write: (act, manner) => {
      work.writes += 1;
      return store.write(act, manner);
    },
  };
}

async function workOf(path: string, body: JsonObject, address: string) {
  Object.assign(work, { writes: 0, reads: [] });
  const reply = await watched.ask("POST", path, body, { address });
  return { status: reply.status, isOpen: reply.body.isOpen, ...work };
}

const secret = "x".repeat(43);
const password = "five quite unrelated words here";

describe("an invalid link", () => {
  it.each([
    ["/api/auth/reset", { password }, 404],
    ["/api/auth/reset/look-up", {}, 200],
  ])(
    "costs %s the same for a known and an unknown person, and no write",
    async (path, more, status) => {
      const id = await people.person(`P${newId().slice(-6)}`, ["Project Member"]);
      const cookie = await people.signIn("Owner");
      await people.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie });
      const known = await workOf(path, { token: `${id}.${secret}`, ...more }, "198.51.100.1");
      const unknown = await workOf(
        path,
        { token: `${newId()}.${secret}`, ...more },
        "198.51.100.1",
      );
      expect(known).toMatchObject({ status, writes: 0 });
      expect(known.reads.length).toBeGreaterThan(1);
      expect(unknown).toEqual(known);
    },
  );

  it("costs an invitation no write", async () => {
    const body = { token: secret, password, name: "Nobody" };
    const accepted = await workOf("/api/invitation/accept", body, "198.51.100.2");
    expect(accepted).toMatchObject({ status: 404, writes: 0 });
    const path = "/api/invitation/look-up";
    expect(await workOf(path, { token: secret }, "198.51.100.2")).toMatchObject({ writes: 0 });
  });

  it.each([
    ["/api/auth/reset", { password }, 404],
    ["/api/auth/reset/look-up", {}, 200],
    ["/api/invitation/accept", { password, name: "Nobody" }, 404],
    ["/api/invitation/look-up", {}, 200],
  ])("is delayed at %s after ten, before anything is read", async (path, more, status) => {
    const address = `203.0.113.${path.length}`;
    const body = { token: `${newId()}.${secret}`, ...more };
    for (let round = 0; round < 10; round += 1) {
      expect((await workOf(path, body, address)).status).toBe(status);
    }
    expect(await workOf(path, body, address)).toEqual({
      ...{ status: 429, isOpen: undefined, writes: 0, reads: [] },
    });
  });
});

it("a valid link can be looked up without a limit", async () => {
  const cookie = await people.signIn("Owner");
  const data = { email: "often@example.com", projectId: people.engine.projectId };
  const invited = { data: { ...data, permissions: ["Project Member"] } };
  const made = await people.ask("POST", "/api/invitation", invited, { cookie });
  const token = String(made.body.link).split(/[/#]/).at(-1) ?? "";
  for (let round = 0; round < 12; round += 1) {
    const found = await people.ask("POST", "/api/invitation/look-up", { token });
    expect(found.body.isOpen).toBe(true);
  }
});

describe("a person is told", () => {
  it("that a reset link was made, by whom, and that it was used", async () => {
    const id = await people.person("Tess", ["Project Member"]);
    const owner = await people.signIn("Owner");
    const made = await people.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie: owner });
    const token = String(made.body.link).split(/[/#]/).at(-1) ?? "";
    const asked = { token, password };
    const manner = { address: "198.51.100.66" };
    expect((await people.ask("POST", "/api/auth/reset", asked, manner)).status).toBe(200);
    const signIn = { email: "tess@example.com", password };
    const cookie = cookieOf(await people.ask("POST", "/api/auth/sign-in/email", signIn));
    const session = await people.ask("GET", "/api/auth/get-session", undefined, { cookie });
    expect(session.body.notices).toMatchObject([
      { event: "reset_link_used", address: "198.51.100.66", at: people.engine.clock.iso() },
      { event: "reset_link_made", by: "Owner", at: people.engine.clock.iso() },
    ]);
    const entries = await people.engine.rows("change-log", {
      ...({ op: "eq", column: "recordId", value: id } as const),
    });
    expect(entries.map(({ operation, actorName }) => [operation, actorName])).toEqual([
      ["reset-link", "Owner"],
      ["password-reset", "Tess"],
    ]);
    expect(JSON.stringify(entries)).not.toContain(token.split(".")[1]);
  });
});
