import { afterEach, beforeEach, expect, it } from "vitest";
import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { countRecords } from "@/lib/operations/record/count";
import { getRecord } from "@/lib/operations/record/get";
import { listRecords } from "@/lib/operations/record/list";
import { findRow } from "@/lib/operations/rows/read-record";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { user } from "@/lib/resources/settings/user";
import { changeLog } from "@/lib/resources/system/change-log";
import type { JsonObject } from "@/lib/schema/json";
import { callerOf, type TestEngine, testEngine } from "@/tests/engine";
import { insertRow } from "@/tests/insert-row";

let engine: TestEngine;
let other: string;
beforeEach(async () => {
  engine = await testEngine();
  other = await engine.newProject("Other");
  const color = "#123456";
  await engine.create("label", { name: "Mine", color });
  await engine.create("label", { projectId: other, name: "Theirs", color }, engine.operator);
  await engine.create("api-key", { name: "Key", permissions: ["Read Label"] });
  const { _id: userId = null } = await insertRow(engine.store, user, { email: "p@example.com" });
  await engine.create("member", { userId, permissions: ["Read Label"] }, engine.operator);
  const all = { projectId: null, name: "All", permissions: ["Read Label"] };
  await engine.create("api-key", all, engine.operator);
});
afterEach(() => engine.store.close());

const list = (caller: Caller, ask: { select?: JsonObject; query?: JsonObject } = {}) =>
  listRecords(engine.context(caller), changeLog, { limit: 100, skip: 0, count: "exact", ...ask });

/** Returns the resources and projects of the entries that a caller sees. */
async function seen(caller: Caller) {
  const { data, count } = await list(caller);
  expect(count).toBe(data.length);
  expect(await countRecords(engine.context(caller), changeLog)).toBe(count);
  return {
    kinds: new Set(data.map((entry) => entry.resource)),
    projects: new Set(data.map((entry) => entry.projectId)),
  };
}

it("shows each caller the entries about records they may read, in their projects", async () => {
  const mine = engine.projectId;
  const owner = await seen(engine.owner);
  expect(owner.projects).toEqual(new Set([mine]));
  expect(owner.kinds).toContain("api-key");
  expect(owner.kinds).toContain("incident-state");
  expect(await seen(callerOf(mine, "Read Label"))).toEqual({
    kinds: new Set(["label"]),
    projects: new Set([mine]),
  });
  const teams = await seen(callerOf(mine, "Read Teams"));
  expect(teams.kinds).toEqual(new Set(["member"]));
  const two: Caller = {
    ...engine.owner,
    grants: new Map([
      [mine, new Set(["Read Label"])],
      [other, new Set(["Read Monitor Status"])],
    ]),
  };
  const { data } = await list(two);
  expect(new Set(data.map((entry) => `${entry.projectId} ${entry.resource}`))).toEqual(
    new Set([`${mine} label`, `${other} monitor-status`]),
  );
});

it("is empty for callers who may read nothing", async () => {
  const none = callerOf(engine.projectId, "Create Label");
  expect(await list(none)).toMatchObject({ count: 0, data: [] });
  expect(await list({ ...none, grants: new Map() })).toMatchObject({ count: 0, data: [] });
});

it("shows entries of all projects to callers with rights in all of them", async () => {
  const { projects } = await seen(engine.operator);
  expect(projects).toEqual(new Set([engine.projectId, other, null]));
  const labels = await seen(callerOf(everyProject, "Read Label"));
  expect(labels).toEqual({
    kinds: new Set(["label"]),
    projects: new Set([engine.projectId, other]),
  });
});

it("has sequence numbers for callers of the whole deployment only", async () => {
  const [first] = (await list(engine.operator)).data;
  expect(first?.sequence).toEqual(expect.any(Number));
  const [mine] = (await list(engine.owner)).data;
  expect(mine).toBeDefined();
  expect(mine).not.toHaveProperty("sequence");
  await expect(list(engine.owner, { select: { sequence: true } })).rejects.toMatchObject({
    code: "validation",
  });
  await expect(list(engine.owner, { query: { sequence: 1 } })).rejects.toMatchObject({
    code: "validation",
  });
});

it("does not return an unreadable entry by its id", async () => {
  const entries = (await list(engine.operator)).data;
  const theirs = entries.find((entry) => entry.projectId === other);
  const get = getRecord(engine.context(engine.owner), changeLog, String(theirs?._id));
  await expect(get).rejects.toMatchObject({ code: "not_found" });
});

it("shows a project the changes of its members since they joined, and no other project", async () => {
  const person = await insertRow(engine.store, user, { email: "q@example.com", name: "Former" });
  const userId = String(person._id);
  const rename = async (name: string) => {
    engine.clock.move(1);
    const context = engine.context(engine.operator);
    await inTransaction(context, async (tx) => {
      const before = await findRow(tx.writer, user, userId, "all");
      const { changes } = tx.as("console");
      if (before) await changes.update(user, before, { name });
    });
    engine.clock.move(1);
  };
  const heard = async (caller: Caller, recordId = userId) => {
    const query = { resource: "user", recordId };
    const { data, count } = await list(caller, { query });
    expect(count).toBe(data.length);
    expect(await countRecords(engine.context(caller), changeLog, query)).toBe(count);
    return data.map((entry) => entry.after);
  };
  await rename("Before");
  await engine.create("member", { userId, permissions: ["Read Label"] }, engine.operator);
  await rename("Since");
  const team = callerOf(engine.projectId, "Read Teams");
  expect(await heard(team)).toEqual([{ name: "Since" }]);
  expect(await heard(engine.owner, userId.toUpperCase())).toEqual([{ name: "Since" }]);
  expect(await heard(engine.operator)).toEqual([{ name: "Since" }, { name: "Before" }]);
  expect(await heard(callerOf(engine.projectId, "Read Label"))).toEqual([]);
  expect(await heard(callerOf(other, "Read Teams"))).toEqual([]);
  expect((await list(team, { query: { resource: "user" } })).data).toEqual([]);
});
