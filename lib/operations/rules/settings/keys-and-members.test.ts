import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/grants/caller";
import { callerOfKey } from "@/lib/auth/keys/api-keys";
import { rotateKey } from "@/lib/operations/api-keys/rotate-key";
import { createRecord } from "@/lib/operations/record/create";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import { callerOf, type TestEngine, testEngine } from "@/tests/engine";
import { insertRow } from "@/tests/insert-row";

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.store.close());

const forbidden = expect.objectContaining({ code: "forbidden" });
const invalid = expect.objectContaining({ code: "validation" });

const works = async (key: unknown) =>
  (await callerOfKey(engine.store, String(key), engine.clock.now())) !== undefined;

const newKey = (permissions: readonly string[], caller = engine.owner) =>
  engine.create("api-key", { name: "Key", permissions }, caller);

describe("an API key", () => {
  it("shows its secret once, to its creator, and stores a hash", async () => {
    const { key, ...record } = await newKey(["Read Incident", "Read Incident"]);
    expect(String(key)).toMatch(/^toc_/);
    expect(record).toMatchObject({ permissions: ["Read Incident"], revokedAt: null });
    expect(record).not.toHaveProperty("keyHash");
    expect(await works(key)).toBe(true);
    const log = JSON.stringify(await engine.rows("change-log"));
    const { keyHash } = await engine.get("api-key", record._id);
    expect(log).not.toContain(String(key));
    expect(log).not.toContain(String(keyHash));
  });

  it("never grants more than its creator holds", async () => {
    const admin = callerOf(engine.projectId, "Project Admin");
    await newKey(["Project Admin"], admin);
    await expect(newKey(["Project Owner"], admin)).rejects.toEqual(forbidden);
    await expect(newKey(["Read Everything"])).rejects.toEqual(invalid);
    const deployment = { name: "All", permissions: ["Read Incident"], projectId: null };
    await expect(engine.create("api-key", deployment)).rejects.toEqual(forbidden);
    const made = await engine.create("api-key", deployment, engine.operator);
    expect(made.projectId).toBeNull();
    expect(await engine.rows("api-key")).toHaveLength(2);
  });

  it("gains no permission by an update that the caller does not hold", async () => {
    const admin = callerOf(engine.projectId, "Project Admin");
    const [weak, strong] = [await newKey(["Read Incident"]), await newKey(["Project Owner"])];
    const as = (key: Row, data: { permissions?: string[]; expiresAt?: string; name?: string }) =>
      engine.update("api-key", key._id, data, admin);
    await expect(as(weak, { permissions: ["Project Owner"] })).rejects.toEqual(forbidden);
    await expect(as(strong, { permissions: ["Read Incident"] })).rejects.toEqual(forbidden);
    await expect(as(strong, { expiresAt: engine.clock.iso(60) })).rejects.toEqual(forbidden);
    await expect(as(strong, { name: "Renamed" })).rejects.toEqual(forbidden);
    await as(weak, { permissions: ["Read Incident", "Read Alert", "Read Alert"] });
    const { permissions } = await engine.get("api-key", weak._id);
    expect(permissions).toEqual(["Read Incident", "Read Alert"]);
  });

  it("is revoked at once when it is deleted, and its record stays", async () => {
    const key = await newKey(["Read Incident"]);
    await engine.remove("api-key", key._id);
    expect(await works(key.key)).toBe(false);
    const { revokedAt } = await engine.get("api-key", key._id);
    expect(revokedAt).toBe(engine.clock.iso());
    engine.clock.move(1);
    await engine.remove("api-key", key._id);
    expect((await engine.get("api-key", key._id)).revokedAt).toBe(revokedAt);
    const entry = (await engine.rows("change-log")).at(-1);
    expect(entry).toMatchObject({ operation: "update", channel: "api", after: { revokedAt } });
  });

  it("is created once for an idempotency key, and its secret is not stored", async () => {
    const data = { name: "Key", permissions: ["Read Incident"], projectId: engine.projectId };
    const ask = { key: "k", path: "/api/api-key", bodyHash: "h" };
    await createRecord(engine.context(engine.owner), apiKey, data, ask);
    const again = createRecord(engine.context(engine.owner), apiKey, data, ask);
    await expect(again).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("rotating a key", () => {
  const rotate = async (key: Row, data?: Record<string, number>, caller = engine.owner) =>
    (await rotateKey(engine.context(caller), String(key._id), data)).record;

  it("returns a new secret; the old one ends after the overlap", async () => {
    const old = await newKey(["Read Incident"]);
    const fresh = await rotate(old, { overlapMinutes: 10 });
    expect(fresh).toMatchObject({ _id: old._id, name: "Key" });
    expect(fresh.key).not.toBe(old.key);
    expect([await works(old.key), await works(fresh.key)]).toEqual([true, true]);
    engine.clock.move(11);
    expect([await works(old.key), await works(fresh.key)]).toEqual([false, true]);
    const last = await rotate(old);
    expect([await works(fresh.key), await works(last.key)]).toEqual([false, true]);
    const entry = (await engine.rows("change-log")).at(-1);
    expect(entry).toMatchObject({ resource: "api-key", operation: "update", channel: "api" });
    expect(Object.keys(Object(entry?.after))).toEqual(["prefix", "previousKeyEndsAt"]);
  });

  it("is refused for keys that ended, grant more or are not visible, and for invalid input", async () => {
    const key = await newKey(["Read Incident"]);
    await expect(rotate(key, { overlapMinutes: -1 })).rejects.toEqual(invalid);
    await expect(rotate(key, { minutes: 1 })).rejects.toEqual(invalid);
    await expect(rotate(key, {}, engine.reader)).rejects.toEqual(forbidden);
    const other = callerOf(await engine.newProject("Other"), "Project Owner");
    await expect(rotate(key, {}, other)).rejects.toMatchObject({ code: "not_found" });
    const strong = await newKey(["Project Owner"]);
    const admin = callerOf(engine.projectId, "Project Admin");
    await expect(rotate(strong, {}, admin)).rejects.toEqual(forbidden);
    await engine.remove("api-key", key._id);
    await expect(rotate(key)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a member", () => {
  const elsewhere = newId();
  /** Returns a caller who is also a member of a second project, like all users in these tests. */
  const alsoElsewhere = (caller: Caller): Caller => ({
    ...caller,
    grants: new Map([...caller.grants, [elsewhere, new Set(["Read Label"])]]),
  });
  const person = async (email: string) => {
    const { _id = null } = await insertRow(engine.store, user, { email, name: "P" });
    const place = { projectId: elsewhere, userId: _id, permissions: ["Read Label"] };
    await insertRow(engine.store, member, place);
    return _id;
  };
  const add = async (permissions: string[], caller = engine.owner, email = "p@example.com") =>
    engine.create("member", { userId: await person(email), permissions }, alsoElsewhere(caller));

  it("gets only known permissions that the caller holds, once in a project", async () => {
    const admin = callerOf(engine.projectId, "Project Admin");
    const made = await add(["Project Member", "Project Member"], admin);
    expect(made.permissions).toEqual(["Project Member"]);
    await expect(add(["Project Owner"], admin, "q@example.com")).rejects.toEqual(forbidden);
    await expect(add(["Nonsense"], admin, "r@example.com")).rejects.toEqual(invalid);
    const again = { userId: made.userId ?? null, permissions: ["Read Alert"] };
    const twice = engine.create("member", again);
    await expect(twice).rejects.toMatchObject({ code: "conflict" });
  });

  it("must share a project with the caller; all other users are refused alike", async () => {
    const stranger = await person("stranger@example.com");
    const details: unknown[] = [];
    for (const userId of [stranger, newId()]) {
      const adding = engine.create("member", { userId, permissions: ["Read Alert"] });
      details.push(await adding.catch((error: unknown) => error));
    }
    expect(details[0]).toEqual(invalid);
    expect(details[1]).toEqual(details[0]);
    expect(
      await engine.rows("member", { op: "eq", column: "projectId", value: engine.projectId }),
    ).toEqual([]);
  });

  it("is changed and removed only by callers with as many permissions", async () => {
    const admin = callerOf(engine.projectId, "Project Admin");
    const owner = await add(["Project Owner"]);
    const weak = { permissions: ["Read Alert"] };
    await expect(engine.update("member", owner._id, weak, admin)).rejects.toEqual(forbidden);
    await expect(engine.remove("member", owner._id, admin)).rejects.toEqual(forbidden);
    const other = await person("o@example.com");
    const handover = engine.update("member", owner._id, { userId: other }, admin);
    await expect(handover).rejects.toEqual(forbidden);
    const stranger = engine.update("member", owner._id, { userId: other });
    await expect(stranger).rejects.toEqual(invalid);
    await engine.update("member", owner._id, weak);
    await engine.remove("member", owner._id, admin);
    const here = { op: "eq", column: "projectId", value: engine.projectId } as const;
    expect(await engine.rows("member", here)).toEqual([]);
  });
});
