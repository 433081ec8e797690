import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { everyProject } from "@/lib/auth/grants/caller";
import { deploymentOwners } from "@/lib/auth/grants/deployment-owners";
import { callerOfKey } from "@/lib/auth/keys/api-keys";
import { secretColumns } from "@/lib/auth/keys/issue-key";
import { flushKeyUse } from "@/lib/auth/keys/key-use";
import { makeSecret } from "@/lib/auth/keys/secret";
import { tryPassword } from "@/lib/auth/passwords/password";
import { resources } from "@/lib/resources/index";
import { apiKey } from "@/lib/resources/settings/api-key";
import { user } from "@/lib/resources/settings/user";
import { changeLog } from "@/lib/resources/system/change-log";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { prepareFirstStart } from "./first-start";

const now = new Date("2030-01-01T00:00:00.000Z");
let store: Store;

beforeEach(async () => {
  store = await openStore({ url: "memory:", resources: resources.values() });
});
afterEach(async () => {
  await flushKeyUse(store);
  await store.close();
});

it("creates an owner who can sign in and a key for the whole deployment", async () => {
  const { owner, key } = await prepareFirstStart(store, { now });
  expect(owner?.email).toBe("owner@tocsin.local");
  const [person] = await store.reader.find(user, { projects: "all" });
  expect(person).toMatchObject({ name: "Owner", email: "owner@tocsin.local" });
  expect(await deploymentOwners(store.reader)).toEqual([person?.["_id"]]);
  const signedIn = await signIn(owner?.email, owner?.password);
  expect(signedIn).toBe(person?.["_id"]);
  expect(await signIn(owner?.email, "wrong-password")).toBeUndefined();
  const caller = await callerOfKey(store, key, now);
  expect(caller?.grants).toEqual(new Map([[everyProject, new Set(["Project Owner"])]]));
});

it("happens once among concurrent starts", async () => {
  const starts = await Promise.all(
    Array.from({ length: 50 }, () => prepareFirstStart(store, { now })),
  );
  expect(starts.filter((start) => start.key !== undefined)).toHaveLength(1);
  expect(starts.filter((start) => start.owner !== undefined)).toHaveLength(1);
  expect(await store.reader.count(apiKey, { projects: "all" })).toBe(1);
  expect(await store.reader.count(user, { projects: "all" })).toBe(1);
  const db = kyselyOver(store);
  expect(await db.selectFrom("auth_user").selectAll().execute()).toHaveLength(1);
  expect(await db.selectFrom("auth_account").selectAll().execute()).toHaveLength(1);
  expect(await prepareFirstStart(store, { now })).toEqual({});
}, 60_000);

it("leaves nothing when it fails", async () => {
  await kyselyOver(store).schema.dropTable("auth_account").execute();
  await expect(prepareFirstStart(store, { now })).rejects.toThrow();
  expect(await store.reader.count(apiKey, { projects: "all" })).toBe(0);
  expect(await store.reader.count(user, { projects: "all" })).toBe(0);
  expect(await kyselyOver(store).selectFrom("auth_user").selectAll().execute()).toEqual([]);
});

it("uses the operator's settings and does not return them", async () => {
  const adminApiKey = "an operator's own key".replaceAll(" ", "-");
  const options = {
    adminEmail: "Ada@Example.com",
    adminPassword: "four unrelated words",
    adminApiKey,
  };
  const made = await prepareFirstStart(store, { ...options, now });
  expect(made).toEqual({ owner: { email: "Ada@Example.com" } });
  expect(await signIn("ada@example.com", options.adminPassword)).toBeTruthy();
  expect((await callerOfKey(store, adminApiKey, now))?.name).toBe("ADMIN_API_KEY");
  expect(await prepareFirstStart(store, { ...options, now })).toEqual({});
  expect(await store.reader.count(apiKey, { projects: "all" })).toBe(1);
});

it("ensures the operator's key at each start and ends the one set before", async () => {
  const { key } = await prepareFirstStart(store, { now });
  const [first, second] = [makeSecret(), makeSecret()];
  await prepareFirstStart(store, { adminApiKey: first, now });
  const id = (await callerOfKey(store, first, now))?.id ?? "";
  const patch = { revokedAt: now.toISOString(), permissions: ["Read Incident"] };
  await store.write((writer) => writer.update(apiKey, id, patch, { projects: "all" }));
  expect(await callerOfKey(store, first, now)).toBeUndefined();
  await prepareFirstStart(store, { adminApiKey: first, now });
  const restored = await callerOfKey(store, first, now);
  expect(restored?.grants.get(everyProject)?.has("Project Owner")).toBe(true);
  await prepareFirstStart(store, { adminApiKey: second, now });
  expect(await callerOfKey(store, first, now)).toBeUndefined();
  expect(await callerOfKey(store, second, now)).toBeDefined();
  expect(await callerOfKey(store, key, now)).toBeDefined();
  await prepareFirstStart(store, { now });
  expect(await callerOfKey(store, second, now)).toBeDefined();
});

it("is remembered by a database file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tocsin-"));
  const open = () => openStore({ url: `file:${folder}/a.db`, resources: resources.values() });
  try {
    const first = await open();
    const { key } = await prepareFirstStart(first, { now });
    await first.close();
    const second = await open();
    expect(await prepareFirstStart(second, { now })).toEqual({});
    expect(await callerOfKey(second, key, now)).toBeDefined();
    await flushKeyUse(second);
    await second.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("creates a new record for an operator's key that belonged to one project", async () => {
  await prepareFirstStart(store, { now });
  const secret = makeSecret();
  const at = now.toISOString();
  const dates = { createdAt: at, updatedAt: at, expiresAt: null, revokedAt: null };
  const row = { _id: newId(), projectId: newId(), name: "Small", permissions: ["Read Incident"] };
  await store.write((writer) =>
    writer.insert(apiKey, { ...row, ...dates, ...secretColumns(secret) }),
  );
  await prepareFirstStart(store, { adminApiKey: secret, now });
  const caller = await callerOfKey(store, secret, now);
  expect(caller?.id).not.toBe(row._id);
  expect(caller?.grants).toEqual(new Map([[everyProject, new Set(["Project Owner"])]]));
});

it("appears in the change log without any secret", async () => {
  const { key = "", owner } = await prepareFirstStart(store, { now });
  const entries = await store.reader.find(changeLog, { projects: "all" });
  expect(entries.map((entry) => entry["resource"]).sort()).toEqual(["api-key", "user"]);
  const text = JSON.stringify(entries);
  expect(text).not.toContain(key);
  expect(text).not.toContain(owner?.password);
  expect(text).not.toContain("keyHash");
});

async function signIn(email = "", password = ""): Promise<string | undefined> {
  const { accountId, passwordHash } = await tryPassword(store.reader, email, password);
  return passwordHash === undefined ? undefined : accountId;
}
