import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setDisabled } from "@/lib/operations/people/account-access";
import { resetOwner } from "@/lib/operations/people/passwords/reset-owner";
import { member } from "@/lib/resources/settings/member";
import { user as userResource } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { dump } from "../dump";
import { insertRow } from "../insert-row";
import { cookieOf, emailOf, password, type TestPeople, testPeople } from "../people";

let people: TestPeople;
let owner: string;
let projectId: string;
beforeAll(async () => {
  people = await testPeople();
  owner = await people.signIn("Owner");
  projectId = people.engine.projectId;
});
afterAll(() => people.close());

const newPassword = "five quite unrelated words here";

async function status(cookie: string | undefined, path = "/api/me"): Promise<number> {
  return (await people.ask("GET", path, undefined, { cookie })).status;
}

async function invite(email: string, permissions: string[], cookie = owner) {
  const data = { email, name: "New Person", projectId, permissions };
  return people.ask("POST", "/api/invitation", { data }, { cookie });
}

function tokenOf(body: JsonObject): string {
  return String(body.link).split(/[/#]/).at(-1) ?? "";
}

const accept = (body: JsonObject, address?: string) =>
  people.ask("POST", "/api/invitation/accept", body, { ...(address && { address }) });

describe("the current user", () => {
  it("answers a member their projects and what they may do there", async () => {
    const id = await people.person("Mia", ["Project Member"]);
    const other = await people.engine.newProject("Other");
    const reply = await people.ask("GET", "/api/me", undefined, {
      cookie: await people.signIn("Mia"),
    });
    expect(reply.body).toMatchObject({
      ...{ type: "user", _id: id, name: "Mia", email: "mia@example.com" },
      ...{ isDeploymentOwner: false, database: { inMemory: false } },
    });
    const projects = reply.body.projects as JsonObject[];
    expect(projects.map(({ _id }) => _id)).toEqual([projectId]);
    expect(projects[0]).toMatchObject({ name: "Test", permissions: ["Project Member"] });
    const rights = projects[0]?.rights as Record<string, string[]>;
    expect(rights.incident).toEqual(["read", "create", "update", "delete"]);
    expect(rights["api-key"]).toEqual(["read"]);
    expect(rights["incident-episode-feed"]).toEqual(["read", "create"]);
    const all = await people.ask("GET", "/api/me", undefined, { cookie: owner });
    const names = (all.body.projects as JsonObject[]).map(({ _id }) => _id);
    expect(names).toEqual(expect.arrayContaining([projectId, other]));
    expect(all.body.isDeploymentOwner).toBe(true);
  });

  it("answers a key as well", async () => {
    const { engine } = people;
    const data = { name: "Deploys", permissions: ["Read Incident"] };
    const { key } = await engine.create("api-key", data);
    const headers = { apikey: String(key) };
    const reply = await people.ask("GET", "/api/me", undefined, { headers });
    expect(reply.body).toMatchObject({ type: "apiKey", name: "Deploys", email: null });
    for (const path of ["/api/auth/sessions"]) {
      expect((await people.ask("GET", path, undefined, { headers })).status).toBe(403);
    }
  });

  it("renames the caller", async () => {
    await people.person("Alex", ["Project Member"]);
    const cookie = await people.signIn("Alex");
    const named = await people.ask(
      "POST",
      "/api/me",
      { data: { name: " Alexandra " } },
      { cookie },
    );
    expect(named.status).toBe(200);
    const me = await people.ask("GET", "/api/me", undefined, { cookie });
    expect(me.body.name).toBe("Alexandra");
    for (const data of [
      { name: " " },
      { name: 5 },
      { email: "x@y.z" },
      {},
      { name: "x".repeat(101) },
    ]) {
      expect((await people.ask("POST", "/api/me", { data }, { cookie })).status).toBe(400);
    }
    expect((await people.ask("POST", "/api/me", { name: "Flat" }, { cookie })).status).toBe(400);
  });

  it("changes with the next request after a role changes", async () => {
    const id = await people.person("Ron", ["Project Member"]);
    const cookie = await people.signIn("Ron");
    const path = "/api/incident/count";
    expect(await status(cookie, path)).toBe(200);
    const [place] = await people.engine.rows("member", { op: "eq", column: "userId", value: id });
    await people.engine.remove("member", place?._id, people.engine.operator);
    expect(await status(cookie, path)).toBe(403);
  });
});

describe("members", () => {
  it("are listed with their names", async () => {
    await people.person("Nora", ["Project Admin"]);
    const cookie = await people.signIn("Nora");
    const reply = await people.ask(
      "POST",
      "/api/member/get-list",
      { select: { user: { name: true, email: true }, permissions: true }, limit: 50 },
      { cookie },
    );
    const listed = reply.body.data as JsonObject[];
    expect(listed.map(({ user }) => (user as JsonObject).name)).toContain("Nora");
  });
});

describe("the last activity of people", () => {
  it("is shown only to callers who manage them", async () => {
    const id = await people.person("Vera", ["Project Member"]);
    const path = `/api/last-seen?projectId=${projectId}`;
    const cookie = await people.signIn("Vera");
    expect(await status(cookie, path)).toBe(403);
    const seen = await people.ask("GET", path, undefined, { cookie: owner });
    expect(seen.body.data).toMatchObject({ [id]: people.engine.clock.iso() });
    await people.person("Oda", ["Project Owner"]);
    const oda = await people.signIn("Oda");
    expect(await status(oda, path)).toBe(200);
    const other = await people.engine.newProject("Unseen");
    for (const unknown of [other, newId()]) {
      expect(await status(oda, `/api/last-seen?projectId=${unknown}`)).toBe(404);
    }
    expect(await status(oda, "/api/last-seen")).toBe(400);
  });
});

describe("owners of the deployment", () => {
  it("are shown only to callers who may see the people of a project", async () => {
    const path = `/api/deployment-owner?projectId=${projectId}`;
    await people.person("Lina", ["Project Member"]);
    const lina = await people.signIn("Lina");
    const seen = await people.ask("GET", path, undefined, { cookie: lina });
    const { id: _id, email } = people.owner;
    expect(seen.body).toEqual({ data: [{ _id, name: "Owner", email, isDisabled: false }] });
    await people.person("Blind", ["Read Incident"]);
    const refused = await people.ask("GET", path, undefined, {
      cookie: await people.signIn("Blind"),
    });
    expect(refused.status).toBe(403);
    expect(refused.body.refused).toEqual({ resource: "member", operation: "list" });
    const other = await people.engine.newProject("Not Lina's");
    for (const unknown of [other, newId()])
      expect(await status(lina, `/api/deployment-owner?projectId=${unknown}`)).toBe(404);
    expect(await status(lina, "/api/deployment-owner")).toBe(400);
    expect(await status(undefined, path)).toBe(401);
  });
});

describe("an invitation", () => {
  it("lets a new person join once, by a link that is shown once", async () => {
    const made = await invite("New@Example.com", ["Project Member"]);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ email: "New@Example.com", createdByUserId: people.owner.id });
    expect(made.body.expiresAt).toBe("2030-01-08T00:00:00.000Z");
    const token = tokenOf(made.body);
    expect(made.body.link).toBe(`/invite#${token}`);
    const listed = await people.ask("GET", "/api/invitation/get-list", undefined, {
      cookie: owner,
    });
    expect(JSON.stringify(listed.body)).toContain("New@Example.com");
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(JSON.stringify(await dump(people.engine.store))).not.toContain(token);

    const seen = await people.ask("POST", "/api/invitation/look-up", { token });
    expect(seen.body).toEqual({
      ...{ isOpen: true, email: "New@Example.com", name: "New Person", projectName: "Test" },
      expiresAt: "2030-01-08T00:00:00.000Z",
    });
    const weak = await accept({ token, name: "New", password: "password1" });
    expect([weak.status, weak.body.code]).toEqual([400, "validation"]);
    const done = await accept({ token, name: "New", password: newPassword });
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ user: { name: "New", email: "New@Example.com" }, projectId });
    const me = await people.ask("GET", "/api/me", undefined, { cookie: cookieOf(done) });
    expect(me.body.projects).toMatchObject([{ _id: projectId, permissions: ["Project Member"] }]);
    expect((await accept({ token, name: "Again", password: newPassword })).status).toBe(404);
    const late = await people.ask("POST", "/api/invitation/look-up", { token });
    expect([late.status, late.body]).toEqual([200, { isOpen: false, reason: expect.any(String) }]);
    const signIn = { email: "new@example.com", password: newPassword };
    expect((await people.ask("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
  });

  it("accepted 50 times at once creates one account", async () => {
    const token = tokenOf((await invite("crowd@example.com", ["Project Member"])).body);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => accept({ token, name: `N${i}`, password: newPassword })),
    );
    const statuses = replies.map((reply) => reply.status);
    expect(statuses.filter((one) => one === 200)).toHaveLength(1);
    // An attempt after many refused ones counts as a guess.
    expect(statuses.filter((one) => one === 404 || one === 429)).toHaveLength(49);
    const made = await people.engine.rows("user", {
      op: "eq",
      column: "email",
      value: "crowd@example.com",
    });
    expect(made).toHaveLength(1);
    const { auth_user: accounts = [] } = await dump(people.engine.store);
    const own = accounts.filter((row) => (row as { email: string }).email === "crowd@example.com");
    expect(own).toHaveLength(1);
  }, 60_000);

  it("ends after a week", async () => {
    const own = await testPeople();
    const cookie = await own.signIn("Owner");
    const data = {
      email: "late@example.com",
      projectId: own.engine.projectId,
      permissions: ["Project Member"],
    };
    const made = await own.ask("POST", "/api/invitation", { data }, { cookie });
    own.engine.clock.move(7 * 24 * 60);
    const body = { token: tokenOf(made.body), name: "Late", password: newPassword };
    expect((await own.ask("POST", "/api/invitation/accept", body)).status).toBe(404);
    await own.close();
  });

  it("is revoked by deleting it, and replaced by another to the same address", async () => {
    const first = await invite("twice@example.com", ["Project Member"]);
    const second = await invite("TWICE@example.com", ["Project Admin"]);
    const look = (body: JsonObject) =>
      people.ask("POST", "/api/invitation/look-up", { token: tokenOf(body) });
    expect((await look(first.body)).body.isOpen).toBe(false);
    expect((await look(second.body)).body.isOpen).toBe(true);
    const path = `/api/invitation/${second.body._id}`;
    expect((await people.ask("DELETE", path, undefined, { cookie: owner })).status).toBe(200);
    expect((await look(second.body)).body.isOpen).toBe(false);
  });

  it("grants no more than its sender holds", async () => {
    await people.person("Adam", ["Project Admin"]);
    await people.person("Ben", ["Project Member"]);
    await people.person("Cleo", ["Invite New Members", "Read Incident"]);
    const [admin, plain, narrow] = [
      await people.signIn("Adam"),
      await people.signIn("Ben"),
      await people.signIn("Cleo"),
    ];
    expect((await invite("a@example.com", ["Project Admin"], admin)).status).toBe(200);
    expect((await invite("b@example.com", ["Project Owner"], admin)).status).toBe(403);
    expect((await invite("c@example.com", ["Project Member"], plain)).status).toBe(403);
    expect((await invite("d@example.com", ["Read Incident"], narrow)).status).toBe(200);
    expect((await invite("e@example.com", ["Create Incident"], narrow)).status).toBe(403);
    expect((await invite("f@example.com", ["Nonsense"], admin)).status).toBe(400);
    expect((await invite("g@example.com", [], admin)).status).toBe(400);
    const other = await people.engine.newProject("Elsewhere");
    const data = { email: "h@example.com", projectId: other, permissions: ["Project Member"] };
    const outside = await people.ask("POST", "/api/invitation", { data }, { cookie: admin });
    expect(outside.status).toBe(403);
  });

  it("is revoked and replaced only by those who hold what it grants, until it expires", async () => {
    await people.person("Fred", ["Project Admin"]);
    const admin = await people.signIn("Fred");
    const email = "strong@example.com";
    const made = await invite(email, ["Project Owner"]);
    const path = `/api/invitation/${made.body._id}`;
    const before = await dump(people.engine.store);
    const revoked = await people.ask("DELETE", path, undefined, { cookie: admin });
    const replaced = await invite("Strong@example.com", ["Read Incident"], admin);
    for (const { status, body } of [revoked, replaced]) {
      expect([status, body.code]).toEqual([403, "forbidden"]);
      expect(body.detail).toContain('This invitation grants "Project Owner"');
    }
    expect(await dump(people.engine.store)).toEqual(before);
    people.engine.clock.move(8 * 24 * 60);
    const later = await people.signIn("Fred");
    expect((await invite(email, ["Read Incident"], later)).status).toBe(200);
    expect((await people.ask("DELETE", path, undefined, { cookie: later })).status).toBe(404);
    people.engine.clock.move(-8 * 24 * 60);
  });

  it("joins no account: the person signs in and accepts on the account page", async () => {
    const elsewhere = await people.engine.newProject("Third");
    const id = await people.person("Dora", ["Project Member"], elsewhere);
    const token = tokenOf((await invite(emailOf("Dora"), ["Project Member"])).body);
    for (const tried of [newPassword, password]) {
      const refused = await accept({ token, name: "Thief", password: tried });
      expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
      expect(cookieOf(refused)).toBeUndefined();
    }
    const cookie = await people.signIn("Dora");
    const { body } = await people.ask("GET", "/api/membership-request", undefined, { cookie });
    const [request] = body.data as JsonObject[];
    expect(body).toEqual({
      count: 1,
      data: [
        {
          ...{ _id: request?._id, projectId, projectName: "Test" },
          invitedBy: { name: "Owner", email: people.owner.email },
          permissions: ["Project Member"],
          ...{ createdAt: people.engine.clock.iso(), expiresAt: "2030-01-08T00:00:00.000Z" },
        },
      ],
    });
    const path = `/api/membership-request/${request?._id}/accept`;
    const done = await people.ask("POST", path, {}, { cookie });
    expect([done.status, done.body]).toEqual([200, { projectId, slug: "test" }]);
    const me = await people.ask("GET", "/api/me", undefined, { cookie });
    expect(me.body).toMatchObject({ _id: id, name: "Dora" });
    expect(me.body.projects).toHaveLength(2);
    expect((await people.ask("POST", path, {}, { cookie })).status).toBe(404);
    const again = await invite(emailOf("Dora"), ["Project Member"]);
    expect(again.status).toBe(409);
  });
});

describe("a reset link", () => {
  const makeLink = (id: string, cookie: string) =>
    people.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie });
  const reset = (body: JsonObject) => people.ask("POST", "/api/auth/reset", body);

  it("sets a new password once, and ends all sessions of the person", async () => {
    const id = await people.person("Finn", ["Project Member"]);
    const [one, two] = [await people.signIn("Finn"), await people.signIn("Finn")];
    const made = await makeLink(id, owner);
    expect(made.status).toBe(200);
    expect(made.body.expiresAt).toBe("2030-01-02T00:00:00.000Z");
    const token = tokenOf(made.body);
    expect(JSON.stringify(await dump(people.engine.store))).not.toContain(token.split(".")[1]);
    const look = (tried: string) => people.ask("POST", "/api/auth/reset/look-up", { token: tried });
    expect((await look(token)).body).toEqual({ isOpen: true, email: emailOf("Finn") });
    const closed = { isOpen: false, reason: expect.any(String) };
    for (const wrong of ["", "x", `${token}x`, `${newId()}.${token.split(".")[1]}`]) {
      expect([(await look(wrong)).body, wrong]).toEqual([closed, wrong]);
    }
    expect((await reset({ token, password: "short" })).status).toBe(400);
    expect((await reset({ token, password: emailOf("Finn") })).status).toBe(400);
    const done = await reset({ token, password: newPassword });
    expect([done.status, done.body]).toEqual([200, { email: emailOf("Finn") }]);
    expect([await status(one), await status(two)]).toEqual([401, 401]);
    expect((await reset({ token, password: newPassword })).status).toBe(404);
    expect((await look(token)).body).toEqual(closed);
    const signIn = { email: emailOf("Finn"), password: newPassword };
    expect((await people.ask("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
  });

  it("is not guessed: after ten wrong ones the address has to wait", async () => {
    const own = await testPeople();
    const id = await own.person("Hob", null);
    const look = (token: string) => own.ask("POST", "/api/auth/reset/look-up", { token });
    for (let tried = 0; tried < 10; tried += 1)
      expect((await look(`${id}.${tried}`)).body.isOpen).toBe(false);
    const held = await look(`${id}.x`);
    expect([held.status, Number(held.headers["Retry-After"]) > 0]).toEqual([429, true]);
    await own.close();
  });

  it("is replaced by the next, ends after a day and cannot be forged", async () => {
    const own = await testPeople();
    const cookie = await own.signIn("Owner");
    const id = await own.person("Gus", null);
    const link = async () => {
      const { body } = await own.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie });
      return tokenOf(body);
    };
    const [first, second] = [await link(), await link()];
    const use = (token: string) =>
      own.ask("POST", "/api/auth/reset", { token, password: newPassword });
    const other = newId();
    for (const token of [first, `${id}.`, `${id}.x`, id, "", `${other}.${second.split(".")[1]}`]) {
      expect((await use(token)).status).toBe(404);
    }
    own.engine.clock.move(24 * 60);
    expect((await use(second)).status).toBe(404);
    const third = tokenOf(
      (
        await own.ask(
          "POST",
          `/api/user/${id}/reset-link`,
          {},
          { cookie: await own.signIn("Owner") },
        )
      ).body,
    );
    expect((await use(third)).status).toBe(200);
    await own.close();
  });

  it("is made by owners of the deployment, or of every project the person is in", async () => {
    const elsewhere = await people.engine.newProject("Fourth");
    const boss = await people.person("Hana", ["Project Owner"]);
    await people.person("Ivo", ["Project Admin"]);
    const mate = await people.person("Jude", ["Project Member"]);
    const both = await people.person("Kai", ["Project Member"]);
    const away = await people.person("Lou", ["Project Member"], elsewhere);
    const data = { projectId: elsewhere, userId: both, permissions: ["Project Member"] };
    await insertRow(people.engine.store, member, data);
    const [hana, ivo] = [await people.signIn("Hana"), await people.signIn("Ivo")];
    expect((await makeLink(mate, hana)).status).toBe(200);
    expect((await makeLink(both, hana)).status).toBe(403);
    expect((await makeLink(away, hana)).status).toBe(404);
    expect((await makeLink(newId(), hana)).status).toBe(404);
    expect((await makeLink(mate, ivo)).status).toBe(403);
    expect((await makeLink(boss, ivo)).status).toBe(403);
    expect((await makeLink(people.owner.id, hana)).status).toBe(404);
    expect((await makeLink(boss, owner)).status).toBe(200);
    expect((await makeLink(newId(), owner)).status).toBe(404);
    const own = { projectId, userId: people.owner.id, permissions: ["Project Member"] };
    await insertRow(people.engine.store, member, own);
    expect((await makeLink(people.owner.id, hana)).status).toBe(403);
  });

  it("ends with the permissions of its creator", async () => {
    const own = await testPeople();
    const boss = await own.signIn("Owner");
    const elsewhere = await own.engine.newProject("Joined later");
    const use = (token: string) =>
      own.ask("POST", "/api/auth/reset", { token, password: newPassword });
    const disable = (maker: string) =>
      own.ask("POST", `/api/user/${maker}/disable`, {}, { cookie: boss });
    const demote = async (maker: string) => {
      const filter = { op: "eq", column: "userId", value: maker } as const;
      const [place] = await own.engine.rows("member", filter);
      const data = { permissions: ["Project Admin"] };
      await own.engine.update("member", place?._id, data, own.engine.operator);
    };
    const joinElsewhere = (_: string, userId: string) => {
      const place = { projectId: elsewhere, userId, permissions: ["Project Owner"] };
      return insertRow(own.engine.store, member, place);
    };
    const ends = { Disabled: disable, Demoted: demote, Elsewhere: joinElsewhere };
    for (const [name, end] of Object.entries(ends)) {
      const maker = await own.person(name, ["Project Owner"]);
      const person = await own.person(`Of${name}`, ["Project Member"]);
      const cookie = await own.signIn(name);
      const made = await own.ask("POST", `/api/user/${person}/reset-link`, {}, { cookie });
      await end(maker, person);
      const token = tokenOf(made.body);
      const look = await own.ask("POST", "/api/auth/reset/look-up", { token });
      expect([name, made.status, look.body.isOpen]).toEqual([name, 200, false]);
      expect([name, (await use(token)).status]).toEqual([name, 404]);
    }
    await own.close();
  });

  it("lets a person sign in that records named before", async () => {
    const id = newId();
    const row = { _id: id, createdAt: "2030-01-01T00:00:00.000Z", updatedAt: null, version: 1 };
    await people.engine.store.write((writer) =>
      writer.insert(userResource, {
        ...row,
        name: "Imported",
        email: "imported@example.com",
        disabledAt: null,
      }),
    );
    const token = tokenOf((await makeLink(id, owner)).body);
    expect((await reset({ token, password: newPassword })).status).toBe(200);
    const signIn = { email: "imported@example.com", password: newPassword };
    expect((await people.ask("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
  });

  it("is not made for a person without an account whose address another account has", async () => {
    const email = "Tess@example.com";
    const id = String((await insertRow(people.engine.store, userResource, { email }))._id);
    const early = tokenOf((await makeLink(id, owner)).body);
    const other = await people.person("Tess", ["Project Member"]);
    const refused = await makeLink(id, owner);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "This user cannot get a password, because another user has an account with the same e-mail address. Invite that address: its user then accepts on the account page.",
    ]);
    const look = await people.ask("POST", "/api/auth/reset/look-up", { token: early });
    expect(look.body.isOpen).toBe(false);
    expect((await reset({ token: early, password: newPassword })).status).toBe(404);
    expect((await makeLink(other, owner)).status).toBe(200);
  });
});

describe("the operator", () => {
  it("restores the owner's access by a link, and enables the account", async () => {
    const own = await testPeople();
    const { store, clock, operator, context } = own.engine;
    await setDisabled(context(operator), own.owner.id, true);
    const made = await resetOwner(store, clock.now());
    expect(made).toMatchObject({ email: own.owner.email, expiresAt: "2030-01-02T00:00:00.000Z" });
    const body = { token: tokenOf({ link: made?.link ?? "" }), password: newPassword };
    expect((await own.ask("POST", "/api/auth/reset", body)).status).toBe(200);
    const signIn = { email: own.owner.email, password: newPassword };
    expect((await own.ask("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
    await own.close();
  });
});

describe("a disabled person", () => {
  it("loses access at once, and regains it when enabled", async () => {
    const id = await people.person("Max", ["Project Member"]);
    const cookie = await people.signIn("Max");
    expect(await status(cookie)).toBe(200);
    const disable = () => people.ask("POST", `/api/user/${id}/disable`, {}, { cookie: owner });
    expect((await disable()).status).toBe(200);
    expect(await status(cookie)).toBe(401);
    expect((await disable()).status).toBe(200);
    const signIn = { email: emailOf("Max"), password };
    expect((await people.ask("POST", "/api/auth/sign-in/email", signIn)).status).toBe(401);
    const token = tokenOf((await invite(emailOf("Max"), ["Project Member"])).body || {});
    expect(token).toBe("undefined");
    await people.ask("POST", `/api/user/${id}/enable`, {}, { cookie: owner });
    expect(await status(cookie)).toBe(401);
    expect(await status(await people.signIn("Max"))).toBe(200);
  });

  it("is disabled by deployment owners only, and not by themselves", async () => {
    const id = await people.person("Ned", ["Project Member"]);
    await people.person("Olga", ["Project Owner"]);
    const cookie = await people.signIn("Olga");
    for (const what of ["disable", "enable", "end-sessions"]) {
      const path = `/api/user/${id}/${what}`;
      expect((await people.ask("POST", path, {}, { cookie })).status).toBe(403);
      expect((await people.ask("POST", path, {})).status).toBe(401);
      const nobody = `/api/user/${newId()}/${what}`;
      expect((await people.ask("POST", nobody, {}, { cookie: owner })).status).toBe(404);
    }
    const self = `/api/user/${people.owner.id}/disable`;
    expect((await people.ask("POST", self, {}, { cookie: owner })).status).toBe(409);
    const { context, operator, get } = people.engine;
    await setDisabled(context({ ...operator, type: "apiKey", id }), id, true);
    expect((await get("user", id)).disabledAt).not.toBeNull();
  });

  it("loses all sessions when an owner ends them, as any person does", async () => {
    const id = await people.person("Paul", ["Project Member"]);
    const cookie = await people.signIn("Paul");
    await people.ask("POST", `/api/user/${id}/end-sessions`, {}, { cookie: owner });
    expect(await status(cookie)).toBe(401);
  });
});
