import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { routes } from "@/lib/http/routing/route-table";
import { newId } from "@/lib/store/port/new-id";
import { dump } from "../dump";
import { cookieOf, emailOf, password, type TestPeople, testPeople } from "../people";

let people: TestPeople;
beforeAll(async () => {
  people = await testPeople();
  await people.person("Mia", ["Project Member"]);
});
afterAll(() => people.close());

const signInPath = "/api/auth/sign-in/email";

describe("signing in", () => {
  it("returns the user and sets one cookie that scripts cannot read", async () => {
    const reply = await people.ask("POST", signInPath, { email: "MIA@example.com", password });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      user: { _id: expect.any(String), name: "Mia", email: "mia@example.com" },
    });
    expect(reply.headers["Set-Cookie"]).toMatch(
      /^tocsin=[0-9A-Za-z]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(reply.headers["Cache-Control"]).toBe("no-store");
  });

  it("binds the cookie to the host and to TLS where TLS is declared", async () => {
    const secure = await testPeople({ publicUrl: "https://tocsin.example" });
    const reply = await secure.ask("POST", signInPath, { email: emailOf("Owner"), password });
    expect(reply.headers["Set-Cookie"]).toMatch(
      /^__Host-tocsin=\w{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const cookie = cookieOf(reply);
    expect((await secure.ask("GET", "/api/me", undefined, { cookie })).status).toBe(200);
    const renamed = cookie?.replace("__Host-", "");
    expect((await secure.ask("GET", "/api/me", undefined, { cookie: renamed })).status).toBe(401);
    await secure.close();
  });

  it("uses the one of several cookies that is valid, wherever it stands, and neither of two", async () => {
    const mine = await people.signIn("Mia");
    const planted = `tocsin=${"A".repeat(43)}`;
    for (const cookie of [`${planted}; ${mine}`, `${mine}; ${planted}; tocsin=; tocsin=x`]) {
      expect((await people.ask("GET", "/api/me", undefined, { cookie })).status, cookie).toBe(200);
    }
    const other = await people.signIn("Owner");
    const both = { cookie: `${other}; ${mine}` };
    expect((await people.ask("GET", "/api/me", undefined, both)).status).toBe(401);
    await people.ask("POST", "/api/auth/sign-out", {}, { cookie: `${planted}; ${mine}` });
    expect((await people.ask("GET", "/api/me", undefined, { cookie: mine })).status).toBe(401);
  });

  it("never makes a cookie valid that was there before", async () => {
    const planted = `tocsin=${"A".repeat(43)}`;
    const cookie = await people.signIn("Mia", { cookie: planted });
    expect(cookie).not.toBe(planted);
    const reply = await people.ask("GET", "/api/me", undefined, { cookie: planted });
    expect(reply.status).toBe(401);
  });

  it("starts a new session each time and ends the one it replaces", async () => {
    const first = await people.signIn("Mia");
    const second = await people.signIn("Mia", { cookie: first });
    expect(second).not.toBe(first);
    expect((await people.ask("GET", "/api/me", undefined, { cookie: first })).status).toBe(401);
    expect((await people.ask("GET", "/api/me", undefined, { cookie: second })).status).toBe(200);
  });

  it("answers the same to an unknown person, a wrong password and a disabled person", async () => {
    const off = await people.person("Off", ["Project Member"]);
    const owner = await people.signIn("Owner");
    await people.ask("POST", `/api/user/${off}/disable`, {}, { cookie: owner });
    const tries = [
      { email: "nobody@example.com", password },
      { email: emailOf("Mia"), password: "wrong" },
      { email: emailOf("Off"), password },
      { email: "not an address", password },
      { email: "", password: "" },
    ];
    const told = new Set<string>();
    for (const body of tries) {
      const reply = await people.ask("POST", signInPath, body, { address: "192.0.2.77" });
      expect(reply.status).toBe(401);
      expect(cookieOf(reply)).toBeUndefined();
      told.add(JSON.stringify({ ...reply.body, requestId: "" }));
    }
    expect(told.size).toBe(1);
  });

  it("names the missing and the unknown fields of a body", async () => {
    const reply = await people.ask("POST", signInPath, { email: 5, passwort: "x" });
    expect(reply.status).toBe(400);
    const fields = (reply.body.errors as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual(["email", "password", "passwort"]);
  });

  it("is refused to pages of others, and possible for programs", async () => {
    const body = { email: emailOf("Mia"), password };
    const from = (headers: Record<string, string | undefined>) =>
      people.ask("POST", signInPath, body, { headers });
    expect((await from({ origin: "https://evil.example" })).status).toBe(403);
    expect((await from({ origin: "null" })).status).toBe(403);
    expect((await from({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await from({ origin: undefined, "sec-fetch-site": undefined })).status).toBe(200);
    expect((await from({ "content-type": "text/plain" })).status).toBe(415);
  });
});

describe("a session", () => {
  it("is refused before the request if the page belongs to another user", async () => {
    const [mia, owner] = [await people.signIn("Mia"), await people.signIn("Owner")];
    const { body: me } = await people.ask("GET", "/api/me", undefined, { cookie: mia });
    const before = await dump(people.engine.store);
    const as = (expected: string, method = "POST", apikey?: string) =>
      people.ask(method, "/api/me", method === "GET" ? undefined : { data: { name: "Written" } }, {
        cookie: owner,
        headers: { "x-expected-user": expected, apikey },
      });
    for (const one of [String(me._id), "", "not an id", `${people.owner.id}, ${String(me._id)}`]) {
      for (const reply of [await as(one), await as(one, "GET")]) {
        expect(reply).toMatchObject({ status: 401, body: { code: "other_user" } });
        expect(reply.headers).toMatchObject({ "Cache-Control": "no-store" });
        expect(reply.headers["WWW-Authenticate"]).toBeDefined();
      }
    }
    expect(await dump(people.engine.store)).toEqual(before);
    expect((await as(people.owner.id, "GET")).status).toBe(200);
    const withKey = await as(String(me._id), "GET", "toc_wrong");
    expect(withKey.body).toMatchObject({ code: "unauthenticated" });
  });

  it("is not ended by a sign-out on the page of another user", async () => {
    const [mia, owner] = [await people.signIn("Mia"), await people.signIn("Owner")];
    const { body: me } = await people.ask("GET", "/api/me", undefined, { cookie: mia });
    const signOut = (expected: string) => {
      const headers = { "x-expected-user": expected };
      return people.ask("POST", "/api/auth/sign-out", {}, { cookie: owner, headers });
    };
    const before = await dump(people.engine.store);
    const refused = await signOut(String(me._id));
    expect(refused).toMatchObject({ status: 401, body: { code: "other_user" } });
    expect(refused.headers["Set-Cookie"]).toBeUndefined();
    expect(await dump(people.engine.store)).toEqual(before);
    expect((await signOut(people.owner.id)).status).toBe(200);
  });

  it("is never changed by a GET, in any spelling", async () => {
    const cookie = await people.signIn("Owner");
    const id = newId();
    for (const { method, pattern, operation } of routes) {
      const writes = operation === "update" || operation === "delete";
      if (method !== "GET" || !writes) continue;
      const path = pattern.replace("{r}", "alert-severity").replace(":id", id);
      for (const one of [path, `${path}/`, path.replace("-item", "%2Ditem")]) {
        const reply = await people.ask("GET", one, undefined, { cookie });
        expect([reply.status, one]).toEqual([403, one]);
      }
      const head = await people.ask("HEAD", path, undefined, { cookie });
      expect([403, 405]).toContain(head.status);
    }
  });

  it("reads by GET for our own pages alone", async () => {
    const cookie = await people.signIn("Owner");
    for (const path of ["/api/me", "/api/incident/get-list", "/api/auth/sessions"]) {
      for (const site of ["cross-site", "same-site", "none", "", "same-origin, none"]) {
        const headers = { "sec-fetch-site": site };
        const reply = await people.ask("GET", path, undefined, { cookie, headers });
        expect(reply.status).toBe(403);
      }
      expect((await people.ask("GET", path, undefined, { cookie })).status).toBe(200);
      expect((await people.ask("HEAD", path, undefined, { cookie })).status).toBeLessThan(300);
    }
  });

  it("reads without Sec-Fetch-Site, as by plain http, unless another origin is named", async () => {
    const cookie = await people.signIn("Owner");
    const bare = { "sec-fetch-site": undefined };
    const get = (path: string, headers: Record<string, string | undefined>) =>
      people.ask("GET", path, undefined, { cookie, headers: { ...bare, ...headers } });
    for (const path of ["/api/me", "/api/incident/get-list", "/api/auth/get-session"]) {
      expect((await get(path, {})).status).toBe(200);
      expect((await get(path, { origin: "http://tocsin.test" })).status).toBe(200);
      for (const origin of ["http://evil.example", "null", "", "http://tocsin.test:81"]) {
        expect([(await get(path, { origin })).status, origin]).toEqual([403, origin]);
      }
    }
    const before = await dump(people.engine.store);
    for (const path of ["update-item", "delete-item"]) {
      expect((await get(`/api/alert-severity/${newId()}/${path}`, {})).status).toBe(403);
    }
    const body = { data: { name: "Hot", color: "#ff0000", projectId: people.engine.projectId } };
    const without = { cookie, headers: { ...bare, origin: undefined } };
    const written = await people.ask("POST", "/api/alert-severity", body, without);
    expect(written.status).toBe(403);
    expect(await dump(people.engine.store)).toEqual(before);
    const own = await people.ask("POST", "/api/alert-severity", body, { cookie, headers: bare });
    expect(own.status).toBe(200);
    await people.ask("DELETE", `/api/alert-severity/${own.body._id}`, undefined, { cookie });
  });

  it("reads recorded data for our own pages alone, also by plain http", async () => {
    const cookie = await people.signIn("Owner");
    const before = await dump(people.engine.store);
    const get = (path: string, referer: string | undefined) => {
      const headers = { "sec-fetch-site": undefined, referer };
      return people.ask("GET", path, undefined, { cookie, headers });
    };
    for (const path of ["/api/snapshot", "/api/incident/export"]) {
      for (const referer of [undefined, "", "http://evil.example/", "http://tocsin.test.evil/"]) {
        const reply = await get(path, referer);
        expect([reply.status, path, referer]).toEqual([403, path, referer]);
        expect(String(reply.body.message)).toContain("Open the console");
      }
    }
    expect(await dump(people.engine.store)).toEqual(before);
    const own = await get("/api/incident/export", "http://tocsin.test/deployment");
    expect(own.status).toBe(200);
  });

  it("needs Sec-Fetch-Site where TLS is declared: every browser sends it there", async () => {
    const secure = await testPeople({ publicUrl: "https://tocsin.example" });
    const cookie = await secure.signIn("Owner");
    const headers = { "sec-fetch-site": undefined };
    expect((await secure.ask("GET", "/api/me", undefined, { cookie, headers })).status).toBe(403);
    expect((await secure.ask("GET", "/api/me", undefined, { cookie })).status).toBe(200);
    await secure.close();
  });

  it("writes for our own pages alone, and with JSON", async () => {
    const cookie = await people.signIn("Owner");
    const { projectId } = people.engine;
    const body = { data: { name: "Hot", color: "#ff0000", projectId } };
    const before = await dump(people.engine.store);
    const refused = [
      { origin: undefined },
      { origin: "null" },
      { origin: "" },
      { origin: "http://evil.example" },
      { origin: "http://tocsin.test.evil.example" },
      { origin: "http://tocsin.test:81" },
      { origin: "http://tocsin.test, http://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": undefined },
    ];
    for (const headers of refused) {
      for (const [method, path] of [
        ["POST", "/api/alert-severity"],
        ["POST", `/api/alert-severity/${newId()}/delete-item`],
        ["PUT", `/api/alert-severity/${newId()}`],
        ["POST", "/api/me"],
        ["POST", "/api/auth/end-other-sessions"],
      ] as const) {
        const reply = await people.ask(method, path, body, { cookie, headers });
        expect([reply.status, method, path, headers]).toEqual([403, method, path, headers]);
      }
    }
    expect(await dump(people.engine.store)).toEqual(before);
    const made = await people.ask("POST", "/api/alert-severity", body, { cookie });
    expect(made.status).toBe(200);
    expect(made.body.createdByUserId).toBe(people.owner.id);
    const path = `/api/alert-severity/${made.body._id}`;
    expect((await people.ask("DELETE", path, undefined, { cookie })).status).toBe(200);
  });

  it("counts for nothing beside an API key, even a wrong one", async () => {
    const cookie = await people.signIn("Owner");
    for (const apikey of ["", " ", "toc_wrong", "x".repeat(40)]) {
      const reply = await people.ask("GET", "/api/me", undefined, { cookie, headers: { apikey } });
      expect(reply.status).toBe(401);
    }
  });

  it("is written into the change log as the person, through the console", async () => {
    const cookie = await people.signIn("Mia");
    const { projectId } = people.engine;
    const body = { data: { name: "Latency", description: "x", projectId } };
    const label = await people.ask(
      "POST",
      "/api/label",
      { ...body, data: { ...body.data, color: "#123456" } },
      { cookie },
    );
    expect(label.status).toBe(200);
    const [entry] = await people.engine.rows("change-log", {
      op: "eq",
      column: "recordId",
      value: String(label.body._id),
    });
    expect(entry).toMatchObject({ actorType: "user", actorName: "Mia", channel: "console" });
  });

  it("ends after a week without use and after thirty days at most", async () => {
    const own = await testPeople();
    const alive = async (cookie: string) =>
      (await own.ask("GET", "/api/me", undefined, { cookie })).status === 200;
    const idle = await own.signIn("Owner");
    own.engine.clock.move(7 * 24 * 60 - 1);
    expect(await alive(idle)).toBe(true);
    own.engine.clock.move(7 * 24 * 60 + 1);
    expect(await alive(idle)).toBe(false);
    const used = await own.signIn("Owner");
    // A response does not wait for the note of the use. Here days pass faster than it is written.
    const noted = async () => {
      const [session] = await own.engine.store.reader.auth.sessionsOf([own.owner.id]);
      expect(session?.lastUsedAt).toEqual(own.engine.clock.now());
    };
    for (let day = 0; day < 29; day += 1) {
      own.engine.clock.move(24 * 60);
      expect(await alive(used)).toBe(true);
      await vi.waitFor(noted, 30_000);
    }
    own.engine.clock.move(24 * 60);
    expect(await alive(used)).toBe(false);
    await own.close();
  });

  it("is signed out of by its own person", async () => {
    const cookie = await people.signIn("Mia");
    const cross = { cookie, headers: { origin: "https://evil.example" } };
    expect((await people.ask("POST", "/api/auth/sign-out", {}, cross)).status).toBe(403);
    const reply = await people.ask("POST", "/api/auth/sign-out", {}, { cookie });
    expect(reply.status).toBe(200);
    expect(reply.headers["Set-Cookie"]).toContain("tocsin=; Max-Age=0;");
    expect((await people.ask("GET", "/api/me", undefined, { cookie })).status).toBe(401);
    expect((await people.ask("POST", "/api/auth/sign-out", {})).status).toBe(200);
  });

  it("names the signed-in user, and not to foreign pages", async () => {
    const nobody = await people.ask("GET", "/api/auth/get-session");
    expect([nobody.status, nobody.body]).toEqual([200, { session: null, user: null, me: null }]);
    const cookie = await people.signIn("Mia");
    const reply = await people.ask("GET", "/api/auth/get-session", undefined, { cookie });
    expect(reply.body.user).toMatchObject({ name: "Mia", email: "mia@example.com" });
    const me = await people.ask("GET", "/api/me", undefined, { cookie });
    expect(reply.body.me).toEqual(me.body);
    expect(JSON.stringify(reply.body)).not.toContain(cookie.split("=")[1]);
    const headers = { "sec-fetch-site": "cross-site" };
    const cross = await people.ask("GET", "/api/auth/get-session", undefined, { cookie, headers });
    expect(cross.status).toBe(403);
  });

  it("is listed with the others of its person, who ends them one by one or all at once", async () => {
    await people.person("Sam", ["Project Member"]);
    const laptop = await people.signIn("Sam", { headers: { "user-agent": "Laptop" } });
    const phone = await people.signIn("Sam", { headers: { "user-agent": "Phone" } });
    const tablet = await people.signIn("Sam", { headers: { "user-agent": "Tablet" } });
    const mine = await people.ask("GET", "/api/auth/sessions", undefined, { cookie: laptop });
    const listed = mine.body.data as { _id: string; userAgent: string; isThis: boolean }[];
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ isThis }) => isThis).map(({ userAgent }) => userAgent)).toEqual([
      "Laptop",
    ]);
    expect(JSON.stringify(listed)).not.toContain("token");
    const id = listed.find(({ userAgent }) => userAgent === "Phone")?._id;
    const mia = await people.signIn("Mia");
    const path = `/api/auth/sessions/${id}`;
    expect((await people.ask("DELETE", path, undefined, { cookie: mia })).status).toBe(404);
    expect((await people.ask("DELETE", path, undefined, { cookie: laptop })).status).toBe(200);
    expect((await people.ask("GET", "/api/me", undefined, { cookie: phone })).status).toBe(401);
    const ended = await people.ask("POST", "/api/auth/end-other-sessions", {}, { cookie: laptop });
    expect(ended.body).toEqual({ count: 1 });
    expect((await people.ask("GET", "/api/me", undefined, { cookie: tablet })).status).toBe(401);
    expect((await people.ask("GET", "/api/me", undefined, { cookie: laptop })).status).toBe(200);
  });

  it("is kept as a hash alone, and so is the password", async () => {
    const cookie = await people.signIn("Mia");
    const token = cookie.split("=")[1] ?? "";
    const kept = JSON.stringify(await dump(people.engine.store));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(createHash("sha256").update(token).digest("hex"));
    expect(kept).not.toContain(password);
  });

  it("of another AUTH_SECRET is none", async () => {
    const secret = "a".repeat(40);
    const own = await testPeople({ authSecret: secret });
    const cookie = await own.signIn("Owner");
    const other = await testPeople({ store: own.engine.store, authSecret: "b".repeat(40) });
    expect((await own.ask("GET", "/api/me", undefined, { cookie })).status).toBe(200);
    expect((await other.ask("GET", "/api/me", undefined, { cookie })).status).toBe(401);
    await own.close();
    await other.close();
  });
});

describe("a new password", () => {
  const path = "/api/auth/change-password";

  it("needs the current one and ends all sessions but a new one for the caller", async () => {
    await people.person("Pat", ["Project Member"]);
    const [one, other] = [await people.signIn("Pat"), await people.signIn("Pat")];
    const newPassword = "five quite unrelated words here";
    const wrong = { currentPassword: "wrong", newPassword };
    const refused = await people.ask("POST", path, wrong, { cookie: one });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: "currentPassword" }]);
    const body = { currentPassword: password, newPassword };
    const reply = await people.ask("POST", path, body, { cookie: one });
    expect(reply.status).toBe(200);
    const fresh = cookieOf(reply);
    for (const [cookie, status] of [
      [one, 401],
      [other, 401],
      [fresh, 200],
    ] as const) {
      expect((await people.ask("GET", "/api/me", undefined, { cookie })).status).toBe(status);
    }
    const old = { email: emailOf("Pat"), password };
    expect((await people.ask("POST", signInPath, old)).status).toBe(401);
    const now = { email: emailOf("Pat"), password: newPassword };
    expect((await people.ask("POST", signInPath, now)).status).toBe(200);
  });

  it("must be long enough, not too long, not common and not one's e-mail", async () => {
    await people.person("Kim", null);
    const cookie = await people.signIn("Kim");
    for (const newPassword of [
      "short",
      "",
      "x".repeat(129),
      "Password1",
      "12345678",
      emailOf("Kim"),
    ]) {
      const body = { currentPassword: password, newPassword };
      const reply = await people.ask("POST", path, body, { cookie });
      expect([reply.status, newPassword]).toEqual([400, newPassword]);
      expect(reply.body.errors).toMatchObject([{ field: "newPassword" }]);
    }
    const long = `${"of many words that have nothing in common ".repeat(3)}`.slice(0, 120);
    const changed = { currentPassword: password, newPassword: `${long}A` };
    expect((await people.ask("POST", path, changed, { cookie })).status).toBe(200);
    const email = emailOf("Kim");
    expect((await people.ask("POST", signInPath, { email, password: `${long}B` })).status).toBe(
      401,
    );
    expect((await people.ask("POST", signInPath, { email, password: `${long}A` })).status).toBe(
      200,
    );
  });

  it("that is refused does not count as a guess if the current one is right", async () => {
    await people.person("Joy", null);
    const cookie = await people.signIn("Joy");
    const manner = { cookie, address: "198.51.100.98" };
    const statuses: number[] = [];
    for (const newPassword of [...Array(11).fill("12345678"), "five quite unrelated words"]) {
      const body = { currentPassword: password, newPassword };
      statuses.push((await people.ask("POST", path, body, manner)).status);
    }
    expect(statuses).toEqual([...Array(11).fill(400), 200]);
  });

  it("cannot be guessed faster through an open session", async () => {
    await people.person("Lee", null);
    const cookie = await people.signIn("Lee");
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      const body = { currentPassword: `guess ${round}`, newPassword: "five quite unrelated words" };
      const manner = { cookie, address: "198.51.100.99" };
      statuses.push((await people.ask("POST", path, body, manner)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});

describe("a file", () => {
  it("is uploaded by a session from our own pages alone, and is no JSON", async () => {
    const cookie = await people.signIn("Owner");
    const path = `/api/file?projectId=${people.engine.projectId}`;
    const headers = { "content-type": "text/plain" };
    const cross = { ...headers, origin: "https://evil.example" };
    expect((await people.ask("POST", path, "x", { cookie, headers: cross })).status).toBe(403);
    expect((await people.ask("POST", path, "x", { cookie, headers })).status).not.toBe(403);
  });
});
