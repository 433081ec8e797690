import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import { insertRow } from "@/tests/insert-row";
import { cookieOf, emailOf, type TestPeople, testPeople } from "@/tests/people";

let people: TestPeople;
beforeAll(async () => {
  people = await testPeople();
});
afterAll(() => people.close());

describe("an invitation for the address of a person who has no account", () => {
  it("does not make its link's holder that person, unless the inviter owns every project of theirs", async () => {
    const { engine, ask } = people;
    const maya = await insertRow(engine.store, user, { name: "Maya", email: "maya@acme.example" });
    await insertRow(engine.store, member, {
      ...{ projectId: engine.projectId, userId: String(maya._id), state: "active" },
      permissions: ["Project Owner"],
    });
    const bravo = await engine.newProject("Bravo");
    await people.person("Attacker", ["Project Owner"], bravo);
    const cookie = await people.signIn("Attacker");
    const data = { projectId: bravo, email: "MAYA@acme.example", permissions: ["Project Member"] };
    const made = await ask("POST", "/api/invitation", { data }, { cookie });
    expect(made.status).toBe(200);
    const token = String(made.body.link).split(/[/#]/).at(-1) ?? "";
    const body = { token, name: "Evil", password: "five quite unrelated words here" };
    const accepted = await ask("POST", "/api/invitation/accept", body);
    expect(accepted.status).toBe(200);
    const evil = cookieOf(accepted);
    const me = await ask("GET", "/api/me", undefined, { cookie: evil });
    expect((me.body.projects as JsonObject[]).map(({ _id }) => _id)).toEqual([bravo]);
    expect(me.body._id).not.toBe(maya._id);
    const key = { name: "Stolen", projectId: engine.projectId, permissions: ["Project Owner"] };
    const stolen = await ask("POST", "/api/api-key", { data: key }, { cookie: evil });
    expect(stolen.status).toBe(403);
    expect(await engine.get("user", maya._id)).toMatchObject({ name: "Maya", version: 1 });
  });
});

describe("a reset link for a person who is asked to join another project", () => {
  const reset = (token: string) =>
    people.ask("POST", "/api/auth/reset", { token, password: "five quite unrelated words here" });
  const open = (email: string) =>
    people.engine.rows("invitation", { op: "eq", column: "email", value: email });

  /**
   * Creates a user of the test's project, its owner, and the owner of another project who invites
   * the user.
   */
  async function scene(name: string) {
    const { ask, engine } = people;
    const id = await people.person(name, ["Project Member"]);
    const bossId = await people.person(`${name}Boss`, ["Project Owner"]);
    const elsewhere = await engine.newProject(`Of ${name}`);
    await people.person(`${name}Other`, ["Project Owner"], elsewhere);
    const cookies = {
      owner: await people.signIn("Owner"),
      boss: await people.signIn(`${name}Boss`),
      other: await people.signIn(`${name}Other`),
    };
    const invite = async (projectId: string, cookie: string) => {
      const data = { projectId, email: emailOf(name), permissions: ["Project Owner"] };
      expect((await ask("POST", "/api/invitation", { data }, { cookie })).status).toBe(200);
    };
    const makeLink = async (cookie: string) => {
      const { status, body } = await ask("POST", `/api/user/${id}/reset-link`, {}, { cookie });
      return { status, token: String(body.link).split("#").at(-1) ?? "" };
    };
    return { id, bossId, elsewhere, cookies, invite, makeLink };
  }

  it("is not made by an owner of only the projects the person is in", async () => {
    const { elsewhere, cookies, invite, makeLink } = await scene("Vera");
    expect((await makeLink(cookies.boss)).status).toBe(200);
    await invite(elsewhere, cookies.other);
    expect((await makeLink(cookies.boss)).status).toBe(403);
    expect((await makeLink(cookies.other)).status).toBe(404);
    people.engine.clock.move(8 * 24 * 60);
    expect((await makeLink(await people.signIn("VeraBoss"))).status).toBe(200);
  });

  it("is not created while a membership is pending either", async () => {
    const { id, elsewhere, cookies, makeLink } = await scene("Vito");
    const data = { projectId: elsewhere, userId: id, permissions: ["Project Owner"] };
    const added = await people.ask("POST", "/api/member", { data }, { cookie: cookies.owner });
    expect(added.body).toMatchObject({ state: "pending" });
    expect((await makeLink(cookies.boss)).status).toBe(403);
    expect((await makeLink(cookies.owner)).status).toBe(200);
  });

  it("ends if the person gets a request after it was created", async () => {
    const { elsewhere, cookies, invite, makeLink } = await scene("Vida");
    const { status, token } = await makeLink(cookies.boss);
    expect(status).toBe(200);
    await invite(elsewhere, cookies.other);
    expect((await reset(token)).status).toBe(404);
    expect(await open(emailOf("Vida"))).toHaveLength(1);
  });

  it("closes the open offers if a project owner created it, not if an owner of the deployment did", async () => {
    const { bossId, elsewhere, cookies, invite, makeLink } = await scene("Vlad");
    await invite(elsewhere, cookies.other);
    const byOwner = await makeLink(cookies.owner);
    expect((await reset(byOwner.token)).status).toBe(200);
    expect(await open(emailOf("Vlad"))).toHaveLength(1);
    await insertRow(people.engine.store, member, {
      ...{ projectId: elsewhere, userId: bossId, state: "active" },
      permissions: ["Project Owner"],
    });
    const byBoss = await makeLink(cookies.boss);
    expect((await reset(byBoss.token)).status).toBe(200);
    expect(await open(emailOf("Vlad"))).toEqual([]);
  });
});
