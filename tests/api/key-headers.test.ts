import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flushRefusals } from "@/lib/auth/access-log/refusals";
import { makeSecret } from "@/lib/auth/keys/secret";
import { rateLimits } from "@/lib/http/guard/rate-limit";
import { createHandler } from "@/lib/http/handle";
import { referenceResources } from "@/lib/resources";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let other: string;
beforeAll(async () => {
  api = await testApi();
  other = await api.key(["Project Member"]);
});
afterAll(() => api.close());

const path = "/api/label/count";

/** The headers of a key, by the name that a refusal states. */
const forms = {
  ApiKey: (key: string) => ({ apikey: key }),
  Authorization: (key: string) => ({ authorization: `Bearer ${key}` }),
  "X-API-Key": (key: string) => ({ "x-api-key": key }),
};
const names = Object.keys(forms) as (keyof typeof forms)[];

describe.each(names)("a key in the header %s", (name) => {
  const form = forms[name];

  it("reads every resource", async () => {
    for (const resource of referenceResources) {
      const ask = { headers: form(api.owner) };
      expectStatus(await api.ask("GET", `/api/${resource.path}/get-list`, ask), 200);
    }
  });

  it("writes as the key that it is", async () => {
    const body = { data: { projectId: api.projectId, name: name, color: "#000000" } };
    const made = expectStatus(
      await api.ask("POST", "/api/label", { headers: form(other), body }),
      200,
    );
    const filter = { op: "eq", column: "recordId", value: String(made.body._id) } as const;
    const [entry] = await api.engine.rows("change-log", filter);
    expect(entry).toMatchObject({ actorType: "apiKey", channel: "api" });
  });

  it("is refused with the name of the header, and the access log counts it", async () => {
    const unknown = makeSecret();
    const before = await refusals();
    const reply = expectStatus(await api.ask("GET", path, { headers: form(unknown) }), 401);
    expect(reply.body.detail).toBe(
      `The header "${name}" holds no valid API key. Send a valid API key in the header "ApiKey".`,
    );
    expect(reply.headers["WWW-Authenticate"]).toBe('ApiKey realm="api", Bearer realm="api"');
    expect(reply.text).not.toContain(unknown);
    expect(await refusals()).toBe(before + 1);
  });

  it.each(names.filter((second) => second !== name))(
    "beside another one in %s is refused",
    async (second) => {
      const headers = { ...form(api.owner), ...forms[second](other) };
      const reply = expectStatus(await api.ask("GET", path, { headers }), 400);
      expect(reply.body.code).toBe("validation");
      for (const each of [name, second]) expect(reply.body.detail).toContain(each);
      // The key decides before the path does.
      expectStatus(await api.ask("GET", "/api/nothing", { headers }), 400);
      const same = { ...form(api.owner), ...forms[second](api.owner) };
      expectStatus(await api.ask("GET", path, { headers: same }), 200);
    },
  );
});

async function refusals(): Promise<number> {
  await flushRefusals(api.engine.store);
  const filter = { op: "eq", column: "event", value: "key_refused" } as const;
  const rows = await api.engine.rows("access-log", filter);
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

describe("an Authorization header that holds no key of ours", () => {
  it.each(["Bearer eyJhbGciOiJub25lIn0.e30.", "Basic dXNlcjpwYXNz", "Negotiate YII=", "Bearer"])(
    "%s changes nothing beside ApiKey, and is no key alone",
    async (authorization) => {
      const headers = { authorization };
      expectStatus(await api.ask("GET", path, { key: api.owner, headers }), 200);
      const reply = expectStatus(await api.ask("GET", path, { headers }), 401);
      expect(reply.body.detail).toBe('Send a valid API key in the header "ApiKey".');
    },
  );
});

describe("the limit for an address without valid credentials", () => {
  const wrong = makeSecret();
  const two = { ...forms.ApiKey(wrong), ...forms["X-API-Key"](makeSecret()) };

  it.each([
    ...names.map((name) => [`a key in ${name}`, forms[name](wrong)] as const),
    ["two different keys", two] as const,
  ])("counts requests with %s", async (_, headers) => {
    const { store, clock } = api.engine;
    const handle = createHandler({
      ...{ store, policy: { references: "loose" }, maxBodyBytes: 1_000 },
      now: () => clock.now(),
      limits: rateLimits(60_000),
    });
    const request = { method: "GET", path, query: "", body: "", address: "192.0.2.9", headers };
    const statuses = new Set<number>();
    for (let count = 0; count < 3_000 && !statuses.has(429); count += 1) {
      statuses.add((await handle(request)).status);
    }
    expect(statuses).toContain(429);
  });
});
