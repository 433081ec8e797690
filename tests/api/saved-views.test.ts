import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/grants/caller";
import { countRecords } from "@/lib/operations/record/count";
import { createRecord } from "@/lib/operations/record/create";
import { getRecord } from "@/lib/operations/record/get";
import { listRecords } from "@/lib/operations/record/list";
import { removeRecord } from "@/lib/operations/record/remove";
import { updateRecord } from "@/lib/operations/record/update";
import { preference } from "@/lib/resources/settings/preference";
import { savedView } from "@/lib/resources/settings/saved-view";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { type TestEngine, testEngine } from "@/tests/engine";

let engine: TestEngine;
let people: Record<"admin" | "member" | "reader" | "outsider", Caller>;
beforeAll(async () => {
  engine = await testEngine();
  const foreign = await engine.newProject("Foreign");
  const person = (name: string, title: string, projectId = engine.projectId): Caller => ({
    ...{ type: "user", id: newId(), name },
    grants: new Map([[projectId, new Set([title])]]),
  });
  people = {
    admin: person("Admin", "Project Admin"),
    member: person("Member", "Project Member"),
    reader: person("Reader", "Read Incident"),
    outsider: person("Outsider", "Project Owner", foreign),
  };
});
afterAll(() => engine.store.close());

const view = (more: JsonObject = {}) => ({
  ...{ projectId: engine.projectId, name: "Mine", resource: "incident", state: { a: 1 } },
  ...more,
});

async function make(resource: Resource, data: JsonObject, caller: Caller): Promise<string> {
  return String((await createRecord(engine.context(caller), resource, data)).record._id);
}

const sees = (resource: Resource, id: string, caller: Caller) =>
  getRecord(engine.context(caller), resource, id).then(
    () => true,
    (error) => {
      expect(error.code).toBe("not_found");
      return false;
    },
  );

const code = (act: Promise<unknown>) =>
  act.then(
    () => "done",
    (error) => error.code,
  );

/** Expects the reply for an unknown id also to stored values, and with a wrong version. */
async function isNotRevealed(resource: Resource, id: string, stored: JsonObject, caller: Caller) {
  const context = engine.context(caller);
  const wrong = 99;
  expect(await code(updateRecord(context, resource, id, stored))).toBe("not_found");
  expect(await code(updateRecord(context, resource, id, stored, wrong))).toBe("not_found");
  expect(await code(removeRecord(context, resource, id, wrong))).toBe("not_found");
}

describe("a saved view", () => {
  it("has a name that is not of blanks", async () => {
    const id = await make(savedView, view(), people.reader);
    const names = ["   ", "\t\u00a0\u3000"];
    for (const name of names) {
      const refused = { code: "validation", details: { faults: [{ pointer: "/data/name" }] } };
      await expect(make(savedView, view({ name }), people.reader)).rejects.toMatchObject(refused);
      const renamed = engine.update("saved-view", id, { name }, people.reader);
      await expect(renamed).rejects.toMatchObject(refused);
    }
  });

  it("is its owner's alone while it is private", async () => {
    const id = await make(savedView, view(), people.reader);
    expect(await sees(savedView, id, people.reader)).toBe(true);
    for (const caller of [
      people.admin,
      people.member,
      people.outsider,
      engine.owner,
      engine.operator,
    ]) {
      expect(await sees(savedView, id, caller)).toBe(false);
      expect(await code(engine.update("saved-view", id, { name: "Stolen" }, caller))).toBe(
        "not_found",
      );
      expect(await code(engine.remove("saved-view", id, caller))).toBe("not_found");
    }
    await isNotRevealed(savedView, id, { name: "Mine" }, people.member);
    await engine.update("saved-view", id, { name: "Still mine" }, people.reader);
    await engine.remove("saved-view", id, people.reader);
  });

  it("is visible to everybody once shared, and changed by its owner and administrators", async () => {
    const id = await make(savedView, view({ visibility: "project" }), people.member);
    for (const caller of [people.admin, people.reader, engine.owner]) {
      expect(await sees(savedView, id, caller)).toBe(true);
    }
    expect(await sees(savedView, id, people.outsider)).toBe(false);
    expect(await code(engine.update("saved-view", id, { name: "x" }, people.reader))).toBe(
      "forbidden",
    );
    expect(await code(engine.remove("saved-view", id, people.reader))).toBe("forbidden");
    expect(await code(engine.update("saved-view", id, { name: "x" }, people.outsider))).toBe(
      "not_found",
    );
    expect(await code(engine.update("saved-view", id, { name: "x" }, people.admin))).toBe("done");
    expect(
      await code(engine.update("saved-view", id, { visibility: "private" }, people.admin)),
    ).toBe("done");
    expect(await sees(savedView, id, people.admin)).toBe(false);
  });

  it("is shared by callers who may create records, and private to people only", async () => {
    expect(await code(make(savedView, view({ visibility: "project" }), people.reader))).toBe(
      "forbidden",
    );
    const own = await make(savedView, view(), people.reader);
    expect(
      await code(engine.update("saved-view", own, { visibility: "project" }, people.reader)),
    ).toBe("forbidden");
    expect(await sees(savedView, own, people.member)).toBe(false);
    expect(await code(make(savedView, view(), engine.owner))).toBe("forbidden");
    const id = await make(savedView, view({ visibility: "project" }), engine.owner);
    expect(
      await code(engine.update("saved-view", id, { visibility: "private" }, engine.owner)),
    ).toBe("forbidden");
    expect(await code(make(savedView, view(), people.outsider))).toBe("forbidden");
    expect(await code(make(savedView, view({ visibility: "all" }), people.member))).toBe(
      "validation",
    );
    expect(await code(make(savedView, view({ resource: "nothing" }), people.member))).toBe(
      "validation",
    );
  });

  it("is the default of its kind until another one is", async () => {
    const first = await make(savedView, view({ isDefault: true }), people.member);
    const other = await make(savedView, view({ isDefault: true }), people.reader);
    const second = await make(savedView, view({ isDefault: true }), people.member);
    const isDefault = async (id: string) => (await engine.get("saved-view", id)).isDefault;
    expect([await isDefault(first), await isDefault(other), await isDefault(second)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("is no default any more once it is shared or private, unless the caller says so", async () => {
    const { member, admin } = people;
    const alert = (more: JsonObject) => view({ resource: "alert", isDefault: true, ...more });
    const isDefault = async (id: string) => (await engine.get("saved-view", id)).isDefault;
    const shared = await make(savedView, alert({ visibility: "project" }), admin);
    const first = await make(savedView, alert({}), member);
    await engine.update("saved-view", first, { visibility: "project" }, member);
    expect([await isDefault(shared), await isDefault(first)]).toEqual([true, false]);
    const second = await make(savedView, alert({}), admin);
    await engine.update("saved-view", shared, { visibility: "private" }, admin);
    expect([await isDefault(shared), await isDefault(second)]).toEqual([false, true]);
    await engine.update("saved-view", first, { isDefault: true }, member);
    const both = { visibility: "project", isDefault: true };
    await engine.update("saved-view", second, both, admin);
    expect([await isDefault(first), await isDefault(second)]).toEqual([false, true]);
  });

  it("takes no owner from the client and leaves no entry in the log", async () => {
    const data = view({ ownerUserId: people.admin.id });
    const id = await make(savedView, data, people.member);
    expect((await engine.get("saved-view", id)).ownerUserId).toBe(people.member.id);
    expect(
      await engine.rows("change-log", { op: "eq", column: "resource", value: "saved-view" }),
    ).toEqual([]);
  });
});

describe("a preference", () => {
  const set = (key: string, caller: Caller) =>
    make(preference, { key, value: { on: true } }, caller);

  it("is visible to its person only", async () => {
    const id = await set("clock", people.member);
    const other = await set("clock", people.admin);
    const list = await listRecords(engine.context(people.member), preference, {
      limit: 10,
      skip: 0,
      count: "exact",
    });
    expect(list).toMatchObject({
      count: 1,
      data: [{ _id: id, key: "clock", userId: people.member.id }],
    });
    expect(
      await countRecords(engine.context(people.member), preference, { _not: { key: "x" } }),
    ).toBe(1);
    expect(await sees(preference, other, people.member)).toBe(false);
    await isNotRevealed(preference, other, { value: { on: true } }, people.member);
    expect(await code(engine.update("preference", other, { value: 1 }, people.member))).toBe(
      "not_found",
    );
    expect(await code(engine.remove("preference", other, people.member))).toBe("not_found");
    await engine.update("preference", id, { value: 2 }, people.member);
    await engine.remove("preference", id, people.member);
  });

  it("is one for each key, and none for API keys", async () => {
    await set("theme", people.member);
    expect(await code(set("theme", people.member))).toBe("conflict");
    expect(await code(set("theme", engine.owner))).toBe("forbidden");
    expect(await code(countRecords(engine.context(engine.operator), preference))).toBe("forbidden");
  });
});
