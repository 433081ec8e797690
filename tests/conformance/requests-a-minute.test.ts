import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Ask, askServer } from "@/tests/server/ask-server";
import { bundleServer, type Served, startServer } from "@/tests/server/server-process";

let served: Served;
let strict: Served;
beforeAll(async () => {
  const settings = { RATE_LIMIT: undefined, TRUSTED_PROXIES: "1", QUEUE_TIMEOUT_MS: undefined };
  const file = await bundleServer();
  served = await startServer(file, settings);
  strict = await startServer(file, { ...settings, RATE_LIMIT: "50" });
});
afterAll(async () => {
  for (const each of [served, strict]) {
    expect(await each.stop()).toMatchObject({ code: 0, stderr: "" });
  }
});

/** Sends through a trusted proxy that states the client's address. */
function from(address: string, path: string, ask: Ask = {}, method = "GET", to = served) {
  const headers = { "X-Forwarded-For": address, ...ask.headers };
  return askServer(to.port, method, path, { ...ask, headers });
}

const wrongKey = (count: number) => `toc_wrong-${count}-${"x".repeat(30)}`;

describe("requests without valid credentials", () => {
  it("are 401 up to 600 a minute from an address, then 429; a valid key goes on there", async () => {
    const started = performance.now();
    const statuses = new Map<number, number>();
    for (let count = 0; count < 3_000; count += 50) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          from("192.0.2.1", "/api/label/count", { key: wrongKey(count + at) }),
        ),
      );
      for (const { status } of replies) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([401, 429]);
    expect(statuses.get(401)).toBeGreaterThanOrEqual(600);
    const seconds = (performance.now() - started) / 1_000;
    expect(statuses.get(401)).toBeLessThan(620 + 10 * seconds);
    // The limit refills ten a second, so some of 60 at once are refused.
    const refusedOf = async (path: string, method = "GET") => {
      const ask = () => from("192.0.2.1", path, { key: null }, method);
      const replies = await Promise.all(Array.from({ length: 60 }, ask));
      return replies.find(({ status }) => status === 429);
    };
    const refused = await refusedOf("/api/label/count");
    expect(refused?.body).toMatchObject({ code: "too_many_requests", notBegun: true });
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused?.headers).toMatchObject({
      "ratelimit-limit": "600",
      "ratelimit-remaining": "0",
    });
    const valid = await from("192.0.2.1", "/api/label/count");
    expect([valid.status, valid.headers["ratelimit-limit"]]).toEqual([200, "60000"]);
    const elsewhere = await from("192.0.2.2", "/api/label/count", { key: null });
    expect([elsewhere.status, elsewhere.headers["ratelimit-limit"]]).toEqual([401, "600"]);
    for (const path of ["/api/openapi.json", "/api/auth/get-session"]) {
      // Without bodies: more than a megabyte each takes longer than the refill.
      expect(await refusedOf(path, "HEAD"), path).toBeDefined();
    }
    expect((await from("192.0.2.1", "/healthz", { key: null })).status).toBe(200);
  });
});

describe("requests on public paths with credentials that were valid recently", () => {
  const path = "/api/auth/get-session";
  const strictly = (address: string, to: string, ask: Ask, method = "GET") =>
    from(address, to, ask, method, strict);

  /** Sends `count` requests and returns those that were refused. */
  async function refusedOf(count: number, address: string, ask: Ask) {
    const refused: Answer[] = [];
    for (let sent = 0; sent < count; sent += 50) {
      const one = () => strictly(address, path, ask);
      const replies = await Promise.all(Array.from({ length: 50 }, one));
      refused.push(...replies.filter(({ status }) => status === 429));
    }
    return refused;
  }

  async function newKey() {
    const body = { data: { name: "A reader", permissions: ["Read Label"] } };
    const made = await strictly("192.0.2.8", "/api/api-key", { body }, "POST");
    expect(made.status, made.text).toBe(200);
    const [id, key] = [String(made.body._id), String(made.body.key)];
    const used = await strictly("192.0.2.8", "/api/label/count", { key });
    expect(used.status).toBe(200);
    return { id, key };
  }

  async function signedIn() {
    const body = { email: "owner@example.com", password: "a password for tests" };
    const ask = { key: null, body };
    const reply = await strictly("192.0.2.8", "/api/auth/sign-in/email", ask, "POST");
    expect(reply.status).toBe(200);
    const [cookie = ""] = String(reply.headers["set-cookie"]).split(";");
    const headers = { cookie, origin: `http://127.0.0.1:${strict.port}` };
    const me = await strictly("192.0.2.8", "/api/me", { key: null, headers });
    expect(me.status).toBe(200);
    return { key: null, headers };
  }

  it("count for the key, not for its address", async () => {
    const { key } = await newKey();
    expect((await strictly("192.0.2.3", path, { key })).headers["ratelimit-limit"]).toBe("50");
    const [refused] = await refusedOf(100, "192.0.2.3", { key });
    expect(refused?.body).toMatchObject({ code: "too_many_requests", notBegun: true });
    const other = await strictly("192.0.2.3", path, { key: null });
    expect([other.status, other.headers["ratelimit-remaining"]]).toEqual([200, "599"]);
  });

  it("count for the address once the session ended", async () => {
    const ask = await signedIn();
    const ended = await strictly("192.0.2.8", "/api/auth/sign-out", { ...ask, body: {} }, "POST");
    expect(ended.status).toBe(200);
    const after = await strictly("192.0.2.6", path, ask);
    expect([after.body.user, after.headers["ratelimit-limit"]]).toEqual([null, "600"]);
  });

  it("count for the session, not for its address", async () => {
    const ask = await signedIn();
    const [refused] = await refusedOf(100, "192.0.2.4", ask);
    expect(refused?.body).toMatchObject({ code: "too_many_requests", notBegun: true });
    const other = await strictly("192.0.2.4", path, { key: null });
    expect([other.status, other.headers["ratelimit-remaining"]]).toEqual([200, "599"]);
  });

  it("count for the address once the key is revoked", async () => {
    const { id, key } = await newKey();
    const revoked = await strictly("192.0.2.8", `/api/api-key/${id}`, {}, "DELETE");
    expect(revoked.status).toBe(200);
    const first = await strictly("192.0.2.5", path, { key });
    expect(first.headers["ratelimit-limit"]).toBe("600");
    const [refused] = await refusedOf(3_000, "192.0.2.5", { key });
    expect(refused?.body).toMatchObject({ code: "too_many_requests", notBegun: true });
  });

  it.each([
    ["/api/auth/sign-in/email", { email: "nobody@example.com", password: "a guess" }],
    ["/api/auth/reset/look-up", { token: "a guess" }],
    ["/api/auth/reset", { token: "a guess", password: "a long guessed password" }],
    ["/api/invitation/look-up", { token: "a guess" }],
    ["/api/invitation/accept", { token: "a guess", password: "a long guessed password" }],
  ])("count for the address where a password or link is guessed: %s", async (to, body) => {
    const reply = await strictly("192.0.2.7", to, { body }, "POST");
    expect(reply.headers["ratelimit-limit"]).toBe("600");
  });
});
