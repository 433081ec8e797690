import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSample } from "@/lib/operations/deployment/load-sample";
import { setDisabled } from "@/lib/operations/people/account-access";
import { sampleAccounts } from "@/lib/operations/people/account-origins";
import { newResetLink } from "@/lib/operations/people/passwords/reset-link";
import { keepSampleSalt, newSampleSalt } from "@/lib/operations/people/sample-people";
import { findRow } from "@/lib/operations/rows/read-record";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import { cookieOf, emailOf, password, type TestPeople, testPeople } from "../people";

let people: TestPeople;
let here: string;
let elsewhere: string;
let key: string;
beforeAll(async () => {
  people = await testPeople();
  const { engine } = people;
  here = engine.projectId;
  elsewhere = await engine.newProject("Elsewhere");
  const data = { name: "Deployment", projectId: null, permissions: ["Project Owner"] };
  key = String((await engine.create("api-key", data, engine.operator)).key);
});
afterAll(() => people.close());

const byKey = (method: string, path: string, body?: JsonObject) =>
  people.ask(method, path, body, { headers: { apikey: key } });

const add = (userId: string, permissions = ["Project Admin"]) =>
  byKey("POST", "/api/member", { data: { projectId: here, userId, permissions } });

const as = (cookie: string) => ({
  get: async (path: string) => people.ask("GET", path, undefined, { cookie }),
  post: async (path: string) => people.ask("POST", path, {}, { cookie }),
});

async function projects(cookie: string): Promise<unknown[]> {
  const { body } = await as(cookie).get("/api/me");
  return (body.projects as JsonObject[]).map(({ _id }) => _id);
}

describe("a person with an account who is added to a project", () => {
  it("is pending and has no right there until they accept", async () => {
    const id = await people.person("Ada", ["Project Owner"], elsewhere);
    const cookie = await people.signIn("Ada");
    const made = await add(id);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ userId: id, state: "pending" });
    expect(await projects(cookie)).toEqual([elsewhere]);
    const inside = await as(cookie).get(`/api/project/${here}/get-item`);
    expect(inside.status).toBe(404);
    await people.person("Local", ["Project Owner"]);
    const local = as(await people.signIn("Local"));
    for (const path of [
      `/api/user/${id}/get-item`,
      `/api/access?user=${id}&resource=incident&operation=list`,
    ]) {
      expect((await local.get(path)).status, path).toBe(404);
    }
    const { body: seen } = await local.get(`/api/last-seen?projectId=${here}`);
    expect(Object.keys(seen.data as object)).not.toContain(id);
    expect((await local.post(`/api/user/${id}/reset-link`)).status).not.toBe(200);
    const { body } = await as(cookie).get("/api/membership-request");
    expect(body).toMatchObject({
      data: [
        {
          _id: made.body._id,
          projectName: "Test",
          permissions: ["Project Admin"],
          expiresAt: null,
        },
      ],
    });
    const path = `/api/membership-request/${made.body._id}/accept`;
    const bea = await people.person("Bea", null);
    expect((await as(await people.signIn("Bea")).post(path)).status, bea).toBe(404);
    expect((await byKey("POST", path, {})).status).toBe(403);
    expect((await byKey("GET", "/api/membership-request")).status).toBe(403);
    expect((await as(cookie).post(path)).status).toBe(200);
    expect(await projects(cookie)).toEqual([elsewhere, here]);
    expect((await local.get(`/api/user/${id}/get-item`)).status).toBe(200);
  });

  it("declines, and a request that is withdrawn is gone", async () => {
    const id = await people.person("Cyd", ["Project Member"], elsewhere);
    const cookie = await people.signIn("Cyd");
    const first = await add(id);
    const declined = `/api/membership-request/${first.body._id}/decline`;
    expect((await as(cookie).post(declined)).status).toBe(200);
    expect((await byKey("GET", `/api/member/${first.body._id}/get-item`)).status).toBe(404);
    const second = await add(id);
    expect((await byKey("DELETE", `/api/member/${second.body._id}`)).status).toBe(200);
    const late = `/api/membership-request/${second.body._id}/accept`;
    expect((await as(cookie).post(late)).status).toBe(404);
    expect(await projects(cookie)).toEqual([elsewhere]);
  });

  it("must also accept an active membership moved to them", async () => {
    await people.person("Dan", ["Project Member"]);
    const to = await people.person("Eve", ["Project Member"], elsewhere);
    const { body } = await byKey("GET", "/api/member/get-list?limit=100");
    const dan = await people.engine.rows("user", {
      op: "eq",
      column: "email",
      value: emailOf("Dan"),
    });
    const place = (body.data as JsonObject[]).find(({ userId }) => userId === dan[0]?._id);
    const moved = await byKey("PUT", `/api/member/${place?._id}`, { data: { userId: to } });
    expect(moved.status).toBe(200);
    expect(await people.engine.get("member", place?._id)).toMatchObject({ state: "pending" });
    expect(await projects(await people.signIn("Eve"))).toEqual([elsewhere]);
  });

  it.each(["moved to them", "that was offered to them"])(
    "shows the project their history since they accept a membership %s",
    async (way) => {
      const { engine } = people;
      const name = way.startsWith("moved") ? "Uli" : "Vic";
      const id = await people.person(name, ["Project Member"], elsewhere);
      const cookie = await people.signIn(name);
      const rename = async (to: string) => {
        engine.clock.move(1);
        await inTransaction(engine.context(engine.operator), async (tx) => {
          const before = await findRow(tx.writer, user, id, "all");
          if (before) await tx.changes.update(user, before, { name: to });
        });
        engine.clock.move(1);
      };
      const idOf = async () => {
        if (!way.startsWith("moved")) return String((await add(id)).body._id);
        const before = await people.person("Wes", ["Project Member"]);
        engine.clock.move(1);
        await rename("The name before");
        const filter = { op: "eq", column: "userId", value: before } as const;
        const [place] = await engine.rows("member", filter);
        const data = { userId: id };
        expect((await byKey("PUT", `/api/member/${place?._id}`, { data })).status).toBe(200);
        return String(place?._id);
      };
      const place = await idOf();
      await rename("The name while pending");
      const accept = `/api/membership-request/${place}/accept`;
      expect((await as(cookie).post(accept)).status).toBe(200);
      expect(await engine.get("member", place)).toMatchObject({ createdAt: engine.clock.iso() });
      await rename("The name of a member");
      const local = await engine.create(
        "api-key",
        { name: "Local", projectId: here, permissions: ["Project Owner"] },
        engine.operator,
      );
      const headers = { apikey: String(local.key) };
      const body = { query: { resource: "user", recordId: id }, select: { after: true } };
      const seen = await people.ask("POST", "/api/change-log/get-list", body, { headers });
      expect(seen.body.data).toMatchObject([{ after: { name: "The name of a member" } }]);
      const counted = { query: body.query };
      const count = await people.ask("POST", "/api/change-log/count", counted, { headers });
      expect(count.body.count).toBe(1);
    },
  );

  it("cannot send the state themselves, and may add themselves without accepting", async () => {
    const id = await people.person("Fay", null);
    const data = { projectId: here, userId: id, permissions: ["Project Member"], state: "active" };
    const made = await byKey("POST", "/api/member", { data });
    expect(made.body.state).toBe("pending");
    await byKey("PUT", `/api/member/${made.body._id}`, { data: { state: "active" } });
    expect(await people.engine.get("member", made.body._id)).toMatchObject({ state: "pending" });
    const { engine, owner } = people;
    const caller = { ...engine.operator, type: "user", id: owner.id } as const;
    const own = { projectId: here, userId: owner.id, permissions: ["Project Member"] };
    expect(await engine.create("member", own, caller)).toMatchObject({ state: "active" });
  });

  it("are not added by a key that has their id", async () => {
    const { engine } = people;
    const id = await people.person("Ned", null);
    const key = { ...engine.operator, type: "apiKey", id } as const;
    const data = { projectId: here, userId: id, permissions: ["Project Member"] };
    expect(await engine.create("member", data, key)).toMatchObject({ state: "pending" });
  });
});

describe("a person who leaves", () => {
  it("takes their open invitations and requests along, and their keys are listed", async () => {
    const { engine } = people;
    const id = await people.person("Gil", ["Project Owner"]);
    const asked = await people.person("Hal", null);
    const caller = { ...engine.owner, type: "user", id } as const;
    const grants = new Map([...caller.grants, [elsewhere, new Set(["Project Owner"])]]);
    const gil = { ...caller, grants };
    const invite = async (projectId: string) =>
      engine.create(
        "invitation",
        { projectId, email: "x@example.com", permissions: ["Read Incident"] },
        gil,
      );
    const [inHere, inOther] = [await invite(here), await invite(elsewhere)];
    const pending = await engine.create(
      "member",
      { userId: asked, permissions: ["Read Incident"] },
      { ...gil, grants: new Map([["*", new Set(["Project Owner"])]]) },
    );
    const made = await engine.create(
      "api-key",
      { name: "Gil's key", permissions: ["Read Incident"] },
      gil,
    );
    const issued = await byKey("GET", `/api/user/${id}/issued-access?projectId=${here}`);
    expect(issued.body).toMatchObject({
      keys: [{ _id: made._id, name: "Gil's key", projectId: here }],
      invitations: [{ _id: inHere._id, email: "x@example.com" }],
    });
    const everywhere = await byKey("GET", `/api/user/${id}/issued-access`);
    expect(everywhere.body.invitations).toHaveLength(2);
    const orphans = async () =>
      (await byKey("GET", `/api/orphaned-key?projectId=${here}`)).body.data as JsonObject[];
    expect(await orphans()).toEqual([]);
    const [place] = await engine.rows("member", { op: "eq", column: "userId", value: id });
    await engine.remove("member", place?._id, engine.operator);
    const left = async (path: string, row: JsonObject) =>
      (await engine.rows(path, { op: "eq", column: "_id", value: String(row._id) })).length;
    expect(await left("invitation", inHere)).toBe(0);
    expect(await left("member", pending)).toBe(0);
    expect(await left("invitation", inOther)).toBe(1);
    expect(await orphans()).toEqual([
      { _id: made._id, createdBy: { _id: id, name: "Gil" }, reason: "removed" },
    ]);
    await setDisabled(engine.context(engine.operator), id, true);
    expect(await left("invitation", inOther)).toBe(0);
    expect((await orphans())[0]?.reason).toBe("disabled");
    await people.person("Ida", ["Read Incident"]);
    const ida = as(await people.signIn("Ida"));
    for (const path of [
      "orphaned-key?projectId",
      "account-origin?projectId",
      `user/${id}/issued-access?projectId`,
    ]) {
      expect((await ida.get(`/api/${path}=${here}`)).status, path).toBe(403);
    }
  });

  it("is shown with what the caller may read, and with the keys that the caller may revoke", async () => {
    const { engine } = people;
    const id = await people.person("Lea", ["Project Owner"]);
    const lea = { ...engine.owner, type: "user", id } as const;
    const data = { name: "Weak", permissions: ["Read Incident"] };
    const weak = await engine.create("api-key", data, lea);
    const strong = { name: "Strong", permissions: ["Project Owner"] };
    const { _id: strongId } = await engine.create("api-key", strong, lea);
    const offer = { projectId: here, email: "y@example.com", permissions: ["Read Incident"] };
    const { _id: offerId } = await engine.create("invitation", offer, lea);
    const seenBy = async (...permissions: string[]) => {
      const made = { name: "Asking", permissions, projectId: here };
      const { key: secret } = await engine.create("api-key", made, engine.operator);
      const path = `/api/user/${id}/issued-access`;
      const headers = { apikey: String(secret) };
      const { status, body } = await people.ask("GET", path, undefined, { headers });
      const ids = (rows: unknown) => (rows as JsonObject[]).map(({ _id }) => _id);
      return { status, keys: ids(body.keys), invitations: ids(body.invitations) };
    };
    const none = { status: 200, keys: [], invitations: [] };
    expect(await seenBy("Delete API Key")).toEqual(none);
    expect(await seenBy("Delete API Key", "Read Teams")).toEqual({
      ...none,
      invitations: [offerId],
    });
    const mayRead = ["Delete API Key", "Read API Key"];
    expect(await seenBy(...mayRead)).toEqual(none);
    expect(await seenBy(...mayRead, "Read Incident")).toEqual({ ...none, keys: [weak._id] });
    const all = await seenBy("Project Owner");
    expect(all.keys).toContain(weak._id);
    expect(all.keys).toContain(strongId);
    expect(all.invitations).toEqual([offerId]);
  });
});

describe("the account of a person", () => {
  it("shows the inviter who created it and its first sign-in", async () => {
    const inviter = await people.person("Jan", ["Project Owner"], elsewhere);
    const { engine } = people;
    const caller = { ...engine.operator, type: "user", id: inviter } as const;
    const data = {
      projectId: elsewhere,
      email: "new@example.com",
      permissions: ["Project Member"],
    };
    const made = await engine.create("invitation", data, caller);
    const token = String(made.link).split("#").at(-1) ?? "";
    const body = { token, name: "The CEO", password: "five quite unrelated words here" };
    const accepted = await people.ask("POST", "/api/invitation/accept", body);
    const id = String((accepted.body.user as JsonObject)._id);
    expect(cookieOf(accepted)).toBeDefined();
    const origin = async (projectId: string) =>
      ((await byKey("GET", `/api/account-origin?projectId=${projectId}`)).body.data as JsonObject)[
        id
      ];
    expect(await origin(elsewhere)).toMatchObject({
      ...{ firstSignInAt: engine.clock.iso(), invitedBy: "Jan" },
      ...{ isFromElsewhere: false, isSample: false },
    });
    await add(id);
    await people.person("Kim", ["Project Owner"]);
    const { body: seen } = await as(await people.signIn("Kim")).get(
      `/api/account-origin?projectId=${here}`,
    );
    expect((seen.data as JsonObject)[id]).toMatchObject({ invitedBy: null, isFromElsewhere: true });
  });
});

describe("the people of the sample project", () => {
  it("never sign in: neither an invitation by the deployment's owner nor a reset link attaches", async () => {
    const own = await testPeople();
    const { engine } = own;
    const salt = newSampleSalt();
    await engine.store.write((writer) => keepSampleSalt(writer, salt));
    await loadSample(engine.store, sampleProject(engine.clock.now(), salt), engine.clock.now());
    const [acme, maya] = [sampleId("project", 1, salt), sampleId("user", 1, salt)];
    const cookie = await own.signIn("Owner");
    const email = "maya.lindqvist@acme.example";
    const caller = { ...engine.operator, type: "user", id: own.owner.id } as const;
    const data = { projectId: acme, email, permissions: ["Project Member"] };
    const made = await engine.create("invitation", data, caller);
    const token = String(made.link).split("#").at(-1) ?? "";
    const body = { token, name: "Not Maya", password: "five quite unrelated words here" };
    const accepted = await own.ask("POST", "/api/invitation/accept", body);
    expect(accepted.status).toBe(200);
    expect((accepted.body.user as JsonObject)._id).not.toBe(maya);
    const reset = await own.ask("POST", `/api/user/${maya}/reset-link`, {}, { cookie });
    expect(reset.status).not.toBe(200);
    await expect(newResetLink(engine.context(engine.operator), maya)).rejects.toMatchObject({
      code: "conflict",
    });
    const origins = await own.ask("GET", `/api/account-origin?projectId=${acme}`, undefined, {
      cookie,
    });
    expect((origins.body.data as JsonObject)[maya]).toMatchObject({
      ...{ createdAt: null, isSample: true },
    });
    expect(await sampleAccounts(engine.store)).toEqual([]);
    const tomas = sampleId("user", 2, salt);
    await engine.store.write((writer) =>
      writer.auth.insertAccount({
        id: tomas,
        email: "t@acme.example",
        name: "T",
        passwordHash: password,
      }),
    );
    expect(await sampleAccounts(engine.store)).toEqual(["tomas.herrera@acme.example"]);
    await own.close();
  });

  it("have other ids in every deployment", () => {
    const now = new Date();
    const ids = [newSampleSalt(), newSampleSalt()].map(
      (salt) => new Set(sampleProject(now, salt).map(({ data }) => String(data._id))),
    );
    const [one = new Set<string>(), other = new Set<string>()] = ids;
    expect(one.size).toBe(sampleProject(now).length);
    expect([...one].filter((id) => other.has(id))).toEqual([]);
    expect(JSON.stringify(sampleProject(now, newSampleSalt()))).not.toMatch(/-0000-7000-8000-/);
  });
});
