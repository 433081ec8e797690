import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { dump } from "../dump";
import { cookieOf, password, type TestPeople, testPeople } from "../people";

let people: TestPeople;
let projectId: string;
let userId: string;
let keyId: string;
let cookie: string;
beforeAll(async () => {
  people = await testPeople();
  ({ projectId } = people.engine);
  userId = await people.person("Mia", ["Project Member"]);
  const key = { name: "Key", permissions: ["Read Incident"] };
  keyId = String((await people.engine.create("api-key", key))._id);
});
afterAll(() => people.close());
beforeEach(async () => {
  cookie = await people.signIn("Owner");
});

const confirmPath = "/api/auth/confirm";

const later = (minutes: number) => people.engine.clock.move(minutes);

const confirm = (body: JsonObject, address = "192.0.2.1") =>
  people.ask("POST", confirmPath, body, { cookie, address });

async function guarded(): Promise<readonly (readonly [string, string, JsonObject | undefined])[]> {
  const [place] = await people.engine.rows("member");
  const grant = { projectId, permissions: ["Project Member"] };
  const [key, member] = [`/api/api-key/${keyId}`, `/api/member/${place?._id}`];
  return [
    ["POST", "/api/api-key", { data: { name: "K", projectId, permissions: ["Read Incident"] } }],
    ["POST", "/api/api-key/bulk-create", { items: [] }],
    ["PUT", key, { data: { name: "Renamed" } }],
    ["POST", `${key}/update-item`, { data: { name: "Renamed" } }],
    ["POST", "/api/api-key/bulk-update", { items: [{ id: keyId }], data: { name: "N" } }],
    ["POST", `${key}/rotate`, {}],
    ["DELETE", key, undefined],
    ["POST", `${key}/delete-item`, {}],
    ["POST", "/api/api-key/bulk-delete", { items: [{ id: keyId }] }],
    ["POST", "/api/member", { data: { ...grant, userId: newId() } }],
    ["PUT", member, { data: { permissions: ["Project Admin"] } }],
    ["DELETE", member, undefined],
    ["POST", "/api/member/bulk-delete", { items: [{ id: String(place?._id) }] }],
    ["POST", "/api/invitation", { data: { ...grant, email: "a@example.com" } }],
    ["POST", "/api/invitation/bulk-create", { items: [] }],
    ["DELETE", `/api/invitation/${newId()}`, undefined],
    ["POST", `/api/user/${userId}/reset-link`, {}],
    ["POST", `/api/user/${userId}/disable`, {}],
    ["POST", `/api/user/${userId}/enable`, {}],
    ["POST", `/api/user/${userId}/end-sessions`, {}],
    ["GET", "/api/snapshot", undefined],
    ["DELETE", `/api/project/${projectId}`, undefined],
    ["POST", `/api/project/${projectId}/delete-item`, {}],
    ["POST", "/api/project/bulk-delete", { items: [{ id: projectId }] }],
  ];
}

describe("a session that was not confirmed for ten minutes", () => {
  it("is asked for it before it writes keys and people, takes a snapshot or deletes a project", async () => {
    later(10);
    // Records that the session is in use.
    await people.ask("GET", "/api/me", undefined, { cookie });
    const before = await dump(people.engine.store);
    for (const [method, path, body] of await guarded()) {
      const reply = await people.ask(method, path, body, { cookie });
      const told = [reply.status, reply.body.code, method, path];
      expect(told).toEqual([403, "confirmation_required", method, path]);
    }
    expect(await dump(people.engine.store)).toEqual(before);
  });

  it("does everything else as before", async () => {
    later(11);
    const data = { name: "Other", description: "x", color: "#123456", projectId };
    for (const [method, path, body] of [
      ["POST", "/api/label", { data }],
      ["GET", "/api/api-key/get-list", undefined],
      ["GET", "/api/member/get-list", undefined],
      ["PUT", `/api/project/${projectId}`, { data: { name: "Test" } }],
      ["POST", "/api/me", { data: { name: "Owner" } }],
      ["POST", "/api/auth/end-other-sessions", {}],
    ] as const) {
      const reply = await people.ask(method, path, body, { cookie });
      expect([reply.status, method, path]).toEqual([200, method, path]);
    }
  });

  it("is told first that something is not permitted", async () => {
    const mia = await people.signIn("Mia");
    later(10);
    for (const [method, path, body] of [
      ["POST", "/api/api-key", {}],
      ["POST", "/api/invitation", {}],
      ["POST", `/api/user/${userId}/disable`, {}],
      ["GET", "/api/snapshot", undefined],
      ["DELETE", `/api/project/${projectId}`, undefined],
    ] as const) {
      const reply = await people.ask(method, path, body, { cookie: mia });
      expect([reply.status, reply.body.code, path]).toEqual([403, "forbidden", path]);
    }
  });
});

describe("confirming", () => {
  it("holds for ten minutes, for this session alone, and says until when", async () => {
    const other = await people.signIn("Owner");
    later(10);
    const said = async (of: string) =>
      (await people.ask("GET", "/api/auth/get-session", undefined, { cookie: of })).body.session;
    expect(await said(cookie)).toMatchObject({ isConfirmed: false });
    const reply = await confirm({ password });
    expect([reply.status, reply.body]).toEqual([
      ...[200, { confirmedUntil: people.engine.clock.iso(10) }],
    ]);
    expect(reply.headers["Set-Cookie"]).toBeUndefined();
    expect(await said(cookie)).toMatchObject({ isConfirmed: true });
    expect(await said(other)).toMatchObject({ isConfirmed: false });
    const end = (of: string) =>
      people.ask("POST", `/api/user/${userId}/end-sessions`, {}, { cookie: of });
    expect((await end(cookie)).status).toBe(200);
    expect((await end(other)).status).toBe(403);
    later(9);
    expect((await end(cookie)).status).toBe(200);
    later(1);
    expect((await end(cookie)).status).toBe(403);
  });

  it("begins with the sign-in, and again with a new password", async () => {
    await people.person("Sue", ["Project Owner"]);
    const signedIn = await people.signIn("Sue");
    const make = (of: string | undefined) =>
      people.ask("POST", `/api/user/${userId}/reset-link`, {}, { cookie: of });
    expect((await make(signedIn)).status).toBe(200);
    later(10);
    expect((await make(signedIn)).status).toBe(403);
    const body = { currentPassword: password, newPassword: "five quite unrelated words here" };
    const changed = await people.ask("POST", "/api/auth/change-password", body, {
      cookie: signedIn,
    });
    expect((await make(cookieOf(changed))).status).toBe(200);
  });

  it("refuses another password at its field, and counts it as a guess", async () => {
    later(10);
    const address = "198.51.100.31";
    for (let round = 0; round < 10; round += 1) {
      const reply = await confirm({ password: `guess ${round}` }, address);
      expect(reply.status).toBe(400);
      expect(reply.body.errors).toMatchObject([{ pointer: "/password", field: "password" }]);
    }
    expect((await confirm({ password }, address)).status).toBe(429);
    const body = { email: people.owner.email, password };
    const signIn = await people.ask("POST", "/api/auth/sign-in/email", body, { address });
    expect(signIn.status).toBe(429);
    const made = await people.ask("POST", `/api/user/${userId}/reset-link`, {}, { cookie });
    expect(made.body.code).toBe("confirmation_required");
  });

  it("needs a session and one of our own pages", async () => {
    expect((await people.ask("POST", confirmPath, { password })).status).toBe(401);
    const headers = { origin: "https://evil.example" };
    const cross = await people.ask("POST", confirmPath, { password }, { cookie, headers });
    expect(cross.status).toBe(403);
    expect((await confirm({ password, extra: "x" })).status).toBe(400);
    const key = { name: "All", permissions: ["Project Owner"] };
    const apikey = String((await people.engine.create("api-key", key)).key);
    const byKey = await people.ask("POST", confirmPath, { password }, { headers: { apikey } });
    expect(byKey.status).toBe(403);
  });
});

it("a key is never asked to confirm", async () => {
  const { engine } = people;
  const key = { name: "All", permissions: ["Project Owner"], projectId: null };
  const apikey = String((await engine.create("api-key", key, engine.operator)).key);
  later(60);
  for (const [method, path, body] of await guarded()) {
    // The project is needed until the end.
    if (path.includes(projectId) || path === "/api/project/bulk-delete") continue;
    const reply = await people.ask(method, path, body, { headers: { apikey } });
    expect([reply.body.code, path]).not.toEqual(["confirmation_required", path]);
  }
});
