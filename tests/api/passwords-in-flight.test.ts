import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DelayedWrites } from "../delayed-writes";
import { dump } from "../dump";
import { cookieOf, emailOf, password, type TestPeople, testPeople } from "../people";

/**
 * A password is verified before the transaction that acts on it. In each test another request is
 * complete just before that transaction begins.
 */
let people: TestPeople;
/** The same database through a server with delayed writes. */
let late: TestPeople;
const delayed = new DelayedWrites();
let owner: string;
beforeAll(async () => {
  people = await testPeople();
  late = await testPeople({ store: delayed.over(people.engine.store) });
  owner = await people.signIn("Owner");
});
afterAll(async () => {
  await late.close();
  await people.close();
});

const signInPath = "/api/auth/sign-in/email";
const newPassword = "five quite unrelated words here";
const otherPassword = "six more words nobody would guess";

let count = 0;
let name: string;
let id: string;
let cookie: string;
beforeEach(async () => {
  count += 1;
  name = `Ada${count}`;
  id = await people.person(name, ["Project Member"]);
  cookie = await people.signIn(name);
});

const askLate: TestPeople["ask"] = (...request) => delayed.send(() => late.ask(...request));

/** Makes a reset link and returns the use of it. */
async function reset(): Promise<() => Promise<void>> {
  const made = await people.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie: owner });
  const token = String(made.body.link).split("#")[1] ?? "";
  return async () => {
    const body = { token, password: newPassword };
    expect((await people.ask("POST", "/api/auth/reset", body)).status).toBe(200);
  };
}

async function setDisabled(isDisabled: boolean): Promise<void> {
  const path = `/api/user/${id}/${isDisabled ? "disable" : "enable"}`;
  expect((await people.ask("POST", path, {}, { cookie: owner })).status).toBe(200);
}

/** Sets another hash as a tool of the operator may, and leaves the sessions alone. */
async function replaceHash(): Promise<void> {
  const hash = await people.engine.store.reader.auth.passwordHashOf(people.owner.id);
  const replaced = `${hash}`.replace(/^./, (first) => (first === "0" ? "1" : "0"));
  await people.engine.store.write((writer) => writer.auth.setPasswordHash(id, replaced));
}

async function endSession(): Promise<void> {
  expect((await people.ask("POST", "/api/auth/sign-out", {}, { cookie })).status).toBe(200);
}

const signsIn = async (tried: string) => {
  const body = { email: emailOf(name), password: tried };
  return (await people.ask("POST", signInPath, body, { address: "192.0.2.9" })).status === 200;
};

const sessions = () => people.engine.store.reader.auth.sessionsOf([id]);

/** Runs `other` before the next write. Returns a function for the database as `other` leaves it. */
function completeFirst(other: () => Promise<unknown>): () => unknown {
  let left: unknown;
  delayed.meanwhile = async () => {
    await other();
    left = await dump(people.engine.store);
  };
  return () => left;
}

describe("a change of the password", () => {
  const change = () =>
    askLate(
      "POST",
      "/api/auth/change-password",
      { currentPassword: password, newPassword: otherPassword },
      { cookie },
    );

  it("does not replace the password of a reset that was used meanwhile", async () => {
    const left = completeFirst(await reset());
    const reply = await change();
    expect([reply.status, cookieOf(reply)]).toEqual([401, undefined]);
    expect(String(reply.body.message)).toContain("Sign in again");
    expect(await dump(people.engine.store)).toEqual(left());
    expect(await sessions()).toEqual([]);
    expect(await signsIn(otherPassword)).toBe(false);
    expect(await signsIn(newPassword)).toBe(true);
  });

  it.each([
    ["the session ended", () => endSession()],
    ["the stored hash changed", () => replaceHash()],
    ["the user was disabled", () => setDisabled(true)],
  ])("writes nothing if %s meanwhile", async (_, other) => {
    const left = completeFirst(other);
    expect((await change()).status).toBe(401);
    expect(await dump(people.engine.store)).toEqual(left());
  });
});

describe("a sign-in", () => {
  const manner = { address: "192.0.2.8" };
  const signIn = (tried = password) =>
    askLate("POST", signInPath, { email: emailOf(name), password: tried }, manner);
  const told = ({ body, status }: Awaited<ReturnType<typeof signIn>>) => ({
    ...{ ...body, requestId: "" },
    status,
  });

  it("with a password that a reset replaced meanwhile is refused as a wrong password", async () => {
    const left = completeFirst(await reset());
    const reply = await signIn();
    expect(cookieOf(reply)).toBeUndefined();
    expect(await dump(people.engine.store)).toEqual(left());
    expect(await sessions()).toEqual([]);
    expect(told(reply)).toEqual(told(await signIn()));
    expect(reply.status).toBe(401);
  });

  it("with a password that its user changed meanwhile is refused", async () => {
    const body = { currentPassword: password, newPassword };
    completeFirst(() => people.ask("POST", "/api/auth/change-password", body, { cookie }));
    expect((await signIn()).status).toBe(401);
    expect(await sessions()).toHaveLength(1);
  });

  it("of a user who was disabled meanwhile starts no session", async () => {
    const left = completeFirst(() => setDisabled(true));
    expect((await signIn()).status).toBe(401);
    expect(await dump(people.engine.store)).toEqual(left());
    await setDisabled(false);
    expect(await sessions()).toEqual([]);
  });

  it("that was refused so still counts as a guess", async () => {
    for (let guess = 0; guess < 9; guess += 1) await signIn("wrong");
    completeFirst(await reset());
    expect((await signIn()).status).toBe(401);
    expect((await signIn()).status).toBe(429);
  });
});

describe("a confirmation by password", () => {
  it.each([
    ["a reset was used", async () => (await reset())()],
    ["the session ended", () => endSession()],
    ["the stored hash changed", () => replaceHash()],
  ])("is refused if %s meanwhile", async (_, other) => {
    const left = completeFirst(other);
    const reply = await askLate("POST", "/api/auth/confirm", { password }, { cookie });
    expect(reply.status).toBe(401);
    expect(await dump(people.engine.store)).toEqual(left());
  });
});

it("an accepted invitation starts no session if the new user was disabled at once", async () => {
  name = `Eve${count}`;
  const { projectId } = people.engine;
  const data = { projectId, email: emailOf(name), permissions: ["Read Incident"] };
  const made = await people.ask("POST", "/api/invitation", { data }, { cookie: owner });
  const token = String(made.body.link).split("#")[1] ?? "";
  completeFirst(async () => {
    completeFirst(async () => {
      id = (await people.engine.store.reader.auth.accountOf(emailOf(name)))?.id ?? "";
      await setDisabled(true);
    });
  });
  const body = { token, name, password: newPassword };
  const reply = await askLate("POST", "/api/invitation/accept", body);
  expect([reply.status, cookieOf(reply)]).toEqual([401, undefined]);
  await setDisabled(false);
  expect(await sessions()).toEqual([]);
});
