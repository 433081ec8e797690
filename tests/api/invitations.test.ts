import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDeploymentOwner } from "@/lib/auth/grants/deployment-owners";
import { callerOfUser } from "@/lib/auth/sessions/session-caller";
import { setDisabled } from "@/lib/operations/people/account-access";
import { member } from "@/lib/resources/settings/member";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { insertRow } from "@/tests/insert-row";
import { cookieOf, emailOf, password, type TestPeople, testPeople } from "@/tests/people";

let people: TestPeople;
let here: string;
let elsewhere: string;
beforeAll(async () => {
  people = await testPeople();
  here = people.engine.projectId;
  elsewhere = await people.engine.newProject("Elsewhere");
});
afterAll(() => people.close());

let count = 0;
const newName = (kind: string) => {
  count += 1;
  return `${kind}${count}`;
};
const newPassword = "five quite unrelated words here";

async function place(userId: string, projectId: string, permissions: string[]): Promise<string> {
  const row = await insertRow(people.engine.store, member, { userId, projectId, permissions });
  return String(row._id);
}

/** An inviter, and the change to their account between the invitation and its acceptance. */
interface Inviter {
  readonly here: string[];
  readonly elsewhere?: string[];
  readonly ownsDeployment?: true;
  readonly since?: "disabled" | "demoted";
}

const owner = ["Project Owner"];
const inviters: Readonly<Record<string, Inviter>> = {
  "an owner here": { here: owner },
  "an owner of both projects": { here: owner, elsewhere: owner },
  "an admin here": { here: ["Project Admin"], elsewhere: ["Project Admin"] },
  "a member who may invite": { here: ["Project Member", "Invite New Members"] },
  "an owner of the deployment": { here: owner, ownsDeployment: true },
  "an owner disabled since": { here: owner, elsewhere: owner, since: "disabled" },
  "an owner demoted since": { here: owner, elsewhere: owner, since: "demoted" },
};

interface Invited {
  readonly email: string;
  readonly id?: string;
}

/** Invited users, with their memberships. */
const invited: Readonly<Record<string, (isElsewhere: boolean) => Promise<Invited>>> = {
  "an address nobody has": async () => ({ email: emailOf(newName("nobody")) }),
  async "a person without an account"(isElsewhere) {
    const email = emailOf(newName("record"));
    const row = await insertRow(people.engine.store, user, { name: "Known", email });
    await place(String(row._id), isElsewhere ? elsewhere : here, owner);
    return { email, id: String(row._id) };
  },
  "an account": (isElsewhere) => account(isElsewhere),
  async "a disabled account"(isElsewhere) {
    const made = await account(isElsewhere);
    await setDisabled(people.engine.context(people.engine.operator), String(made.id), true);
    return made;
  },
};

async function account(isElsewhere: boolean): Promise<Invited> {
  const name = newName("account");
  const id = await people.person(name, isElsewhere ? owner : null, elsewhere);
  return { email: emailOf(name), id };
}

/**
 * Returns the expected result of the link and the account page: a new user, the known user, a
 * request, or nothing.
 */
function expected(inviterName: string, invitedName: string, isElsewhere: boolean) {
  if (inviters[inviterName]?.since) return "nothing";
  if (invitedName === "a disabled account") return "a refusal";
  if (invitedName === "an account") return "a request";
  if (invitedName !== "a person without an account") return "a new person";
  const owners = ["an owner of both projects", "an owner of the deployment"];
  if (!isElsewhere) owners.push("an owner here");
  return owners.includes(inviterName) ? "the person known" : "a new person";
}

const cases = Object.keys(inviters).flatMap((inviter) =>
  Object.keys(invited).flatMap((whom) =>
    [false, true].map((isElsewhere) => ({
      ...{ inviter, whom, isElsewhere },
      elsewhere: isElsewhere ? "a member elsewhere" : "no member elsewhere",
      outcome: expected(inviter, whom, isElsewhere),
    })),
  ),
);

async function invite(inviterName: string, email: string) {
  const kind = inviters[inviterName];
  if (!kind) throw new Error(`There is no inviter ${inviterName}.`);
  const { engine } = people;
  const id = await people.person(newName("inviter"), null);
  const memberId = await place(id, here, kind.here);
  if (kind.elsewhere) await place(id, elsewhere, kind.elsewhere);
  if (kind.ownsDeployment) await engine.store.write((writer) => addDeploymentOwner(writer, id));
  const found = await callerOfUser(engine.store, id);
  const data = { projectId: here, email: email.toUpperCase(), permissions: ["Project Member"] };
  const made = await engine.create("invitation", data, found?.caller);
  if (kind.since === "disabled") await setDisabled(engine.context(engine.operator), id, true);
  if (kind.since === "demoted") {
    await engine.update("member", memberId, { permissions: ["Read Incident"] }, engine.operator);
  }
  return { token: String(made.link).split("#").at(-1) ?? "", id: String(made._id) };
}

async function projectsOf(cookie: string | undefined) {
  const { body } = await people.ask("GET", "/api/me", undefined, { cookie });
  return { id: body._id, projects: (body.projects as JsonObject[]).map(({ _id }) => _id).sort() };
}

describe("an invitation by", () => {
  it.each(cases)(
    "$inviter to $whom, $elsewhere, gives $outcome",
    async ({ inviter, whom, isElsewhere, outcome }) => {
      const { email, id } = (await invited[whom]?.(isElsewhere)) ?? { email: "" };
      const { token } = await invite(inviter, email);
      const manner = { address: `198.51.100.${(count % 250) + 1}` };
      const body = { token, name: "Newcomer", password: newPassword };
      const reply = await people.ask("POST", "/api/invitation/accept", body, manner);
      const cookie = cookieOf(reply);
      if (outcome === "a new person" || outcome === "the person known") {
        expect(reply.status).toBe(200);
        const me = await projectsOf(cookie);
        const isKnown = outcome === "the person known";
        expect(me.id === id).toBe(isKnown);
        expect(me.projects).toEqual(isKnown && isElsewhere ? [here, elsewhere].sort() : [here]);
        return;
      }
      expect([reply.status, cookie]).toEqual([outcome === "nothing" ? 404 : 409, undefined]);
      const signIn = { email, password };
      const signedIn = await people.ask("POST", "/api/auth/sign-in/email", signIn, manner);
      expect(signedIn.status).toBe(whom === "an account" ? 200 : 401);
      if (whom !== "an account") return;
      const own = { cookie: cookieOf(signedIn) };
      const before = isElsewhere ? [elsewhere] : [];
      expect((await projectsOf(own.cookie)).projects).toEqual(before);
      const requests = await people.ask("GET", "/api/membership-request", undefined, own);
      expect(requests.body.count).toBe(outcome === "a request" ? 1 : 0);
      if (outcome === "nothing") return;
      const [request] = requests.body.data as JsonObject[];
      const path = `/api/membership-request/${request?._id}/accept`;
      expect((await people.ask("POST", path, {}, own)).status).toBe(200);
      expect((await projectsOf(own.cookie)).projects).toEqual([...before, here].sort());
    },
    60_000,
  );
});

describe("an address that another project has invited before", () => {
  const offer = async (projectId: string, email: string) => {
    const id = await people.person(newName("inviter"), owner, projectId);
    const found = await callerOfUser(people.engine.store, id);
    const data = { projectId, email, permissions: ["Project Member"] };
    return people.engine.create("invitation", data, found?.caller);
  };
  const tokenOf = ({ link }: Row) => String(link).split("#").at(-1) ?? "";
  const accept = (made: Row) =>
    people.ask(
      ...(["POST", "/api/invitation/accept"] as const),
      { token: tokenOf(made), name: "Newcomer", password: newPassword },
      { address: `198.51.100.${(count % 250) + 1}` },
    );

  it("is invited like any other: the later project learns nothing and depends on nothing", async () => {
    const email = emailOf(newName("squatted"));
    const other = emailOf(newName("free"));
    const earlier = await offer(elsewhere, email);
    const [later, free] = [await offer(here, email), await offer(here, other)];
    const shape = (made: Row) => Object.keys(made).filter((name) => made[name] !== null);
    expect(shape(later)).toEqual(shape(free));
    const lookUp = async (made: Row) => {
      const { body } = await people.ask("POST", "/api/invitation/look-up", {
        token: tokenOf(made),
      });
      return { ...body, email: "" };
    };
    expect(await lookUp(later)).toEqual(await lookUp(free));
    const reply = await accept(later);
    expect(reply.status).toBe(200);
    const own = { cookie: cookieOf(reply) };
    expect((await projectsOf(own.cookie)).projects).toEqual([here]);
    // The earlier invitation remains an open request, and its link adds no member.
    const { body } = await people.ask("GET", "/api/membership-request", undefined, own);
    expect(body.data).toMatchObject([{ _id: earlier._id, projectId: elsewhere }]);
    expect((await accept(earlier)).status).toBe(409);
    expect((await projectsOf(own.cookie)).projects).toEqual([here]);
  });

  it("keeps its invitation when the earlier one is revoked", async () => {
    const email = emailOf(newName("squatted"));
    const earlier = await offer(elsewhere, email);
    const later = await offer(here, email);
    await people.engine.remove("invitation", earlier._id, people.engine.operator);
    const reply = await accept(later);
    expect((await projectsOf(cookieOf(reply))).projects).toEqual([here]);
  });

  it("with an account from the earlier link joins only on acceptance, and is marked as from elsewhere", async () => {
    const email = emailOf(newName("squatted"));
    const reply = await accept(await offer(elsewhere, email));
    const own = { cookie: cookieOf(reply) };
    const later = await offer(here, email);
    expect((await accept(later)).status).toBe(409);
    const me = await projectsOf(own.cookie);
    expect(me.projects).toEqual([elsewhere]);
    const path = `/api/membership-request/${later._id}/accept`;
    expect((await people.ask("POST", path, {}, own)).status).toBe(200);
    await people.person(newName("Admin"), ["Project Owner"]);
    const cookie = await people.signIn(`Admin${count}`);
    const origins = await people.ask(
      "GET",
      `/api/account-origin?projectId=${here}`,
      ...([undefined, { cookie }] as const),
    );
    expect((origins.body.data as JsonObject)[String(me.id)]).toMatchObject({
      ...{ isFromElsewhere: true, invitedBy: null },
    });
  });
});

describe("the holder of a link, who may be the inviter", () => {
  it("does not learn from look-ups or rejected passwords whether the address has an account", async () => {
    const [known, unknown] = [newName("known"), newName("unknown")];
    await people.person(known, owner, elsewhere);
    const repliesFor = async (email: string) => {
      const { token } = await invite("an owner here", email);
      const manner = { address: `198.51.100.${(count % 250) + 1}` };
      const send = async (path: string, body: JsonObject) => {
        const reply = await people.ask("POST", path, { token, ...body }, manner);
        return { ...reply.body, status: reply.status, email: "", requestId: "" };
      };
      return [
        await send("/api/invitation/look-up", {}),
        await send("/api/invitation/accept", { name: "Newcomer", password: "password1" }),
        await send("/api/invitation/accept", { name: "", password: newPassword }),
      ];
    };
    const replies = await repliesFor(emailOf(known));
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 400]);
    expect(replies).toEqual(await repliesFor(emailOf(unknown)));
  });
});

describe("an invitation whose sender lost its permissions in another way", () => {
  it("is closed when it is looked up, accepted or answered", async () => {
    const { engine, ask } = people;
    const name = newName("asked");
    await people.person(name, null);
    const cookie = await people.signIn(name);
    for (const email of [emailOf(newName("fresh")), emailOf(name)]) {
      const inviter = await people.person(newName("inviter"), null);
      const memberId = await place(inviter, here, owner);
      const found = await callerOfUser(engine.store, inviter);
      const data = { projectId: here, email, permissions: ["Project Admin"] };
      const made = await engine.create("invitation", data, found?.caller);
      // State left by a process of an earlier version, or by a restored backup.
      await engine.store.write((writer) =>
        writer.update(member, memberId, { permissions: ["Read Incident"] }, { projects: "all" }),
      );
      const token = String(made.link).split("#").at(-1) ?? "";
      const seen = await ask("POST", "/api/invitation/look-up", { token });
      expect(seen.body).toEqual({ isOpen: false, reason: expect.stringMatching(/can no longer/) });
      if (email === emailOf(name)) {
        const path = `/api/membership-request/${made._id}/accept`;
        const reply = await ask("POST", path, {}, { cookie });
        expect([reply.status, reply.body.code]).toEqual([409, "conflict"]);
      } else {
        const body = { token, name: "Late", password: newPassword };
        const reply = await ask("POST", "/api/invitation/accept", body);
        expect([reply.status, cookieOf(reply)]).toEqual([404, undefined]);
      }
      const left = { op: "eq", column: "_id", value: String(made._id) } as const;
      expect(await engine.rows("invitation", left)).toEqual([]);
    }
    expect((await projectsOf(cookie)).projects).toEqual([]);
  });
});
