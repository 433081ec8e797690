import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "@/lib/auth/grants/caller";
import { callerTags } from "@/lib/http/guard/caller-tags";
import { rateLimits } from "@/lib/http/guard/rate-limit";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import { type Manner, type PeopleReply, type TestPeople, testPeople } from "../people";

let people: TestPeople;
let projectId: string;
let operator: Caller;
beforeAll(async () => {
  people = await testPeople();
  ({ projectId, operator } = people.engine);
});
afterAll(() => people.close());

const hour = 60;

interface Key {
  readonly id: string;
  readonly secret: string;
}

async function newKey(permissions: string[], data: JsonObject = {}): Promise<Key> {
  const whole = { name: "Key", permissions, projectId, ...data };
  const made = await people.engine.create("api-key", whole, operator);
  return { id: String(made._id), secret: String(made.key) };
}

const by = (key: Key, method: string, path: string, data?: JsonObject) =>
  people.ask(method, path, data && { data }, { headers: { apikey: key.secret } });

const change = (key: Key, target: Key, data: JsonObject) =>
  by(key, "PUT", `/api/api-key/${target.id}`, data);

const stored = (key: Key): Promise<Row> => people.engine.get("api-key", key.id);

const at = (minutes: number) => people.engine.clock.iso(minutes);

it("a key has a name that is not of blanks", async () => {
  const key = await newKey(["Project Admin"]);
  const target = await newKey(["Read Incident"]);
  const made = { name: "  ", permissions: ["Read Incident"], projectId };
  for (const reply of [
    await by(key, "POST", "/api/api-key", made),
    await change(key, target, { name: " \t" }),
  ]) {
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [
        {
          pointer: "/data/name",
          field: "name",
          message: "name is required and must not be empty.",
        },
      ],
    ]);
  }
});

describe("a key that expires", () => {
  it("creates no key that expires later than itself", async () => {
    const key = await newKey(["Project Admin"], { expiresAt: at(hour) });
    for (const data of [{}, { expiresAt: null }, { expiresAt: at(hour + 1) }]) {
      const asked = { name: "Longer", permissions: ["Read Incident"], projectId, ...data };
      const reply = await by(key, "POST", "/api/api-key", asked);
      expect([reply.status, reply.body.code]).toEqual([400, "validation"]);
      expect(reply.body.errors).toEqual([
        {
          pointer: "/data/expiresAt",
          field: "expiresAt",
          message: expect.stringContaining(at(hour)),
        },
      ]);
    }
    const asked = { name: "Same", permissions: ["Read Incident"], projectId, expiresAt: at(hour) };
    expect((await by(key, "POST", "/api/api-key", asked)).status).toBe(200);
    const bulk = await people.ask(
      "POST",
      "/api/api-key/bulk-create",
      { items: [{ data: { ...asked, expiresAt: null } }] },
      { headers: { apikey: key.secret } },
    );
    expect(bulk.body.data).toMatchObject([{ status: 400 }]);
  });

  it("changes and rotates no key that expires later, and extends none", async () => {
    const key = await newKey(["Project Admin"], { expiresAt: at(hour) });
    const longer = await newKey(["Read Incident"]);
    const shorter = await newKey(["Read Incident"], { expiresAt: at(30) });
    const before = [await stored(longer), await stored(shorter)];
    expect((await change(key, longer, { name: "Mine" })).status).toBe(400);
    expect((await change(key, longer, { permissions: ["Read Label"] })).status).toBe(400);
    expect((await change(key, shorter, { expiresAt: null })).status).toBe(400);
    expect((await change(key, shorter, { expiresAt: at(hour + 1) })).status).toBe(400);
    const rotated = await by(key, "POST", `/api/api-key/${longer.id}/rotate`);
    expect([rotated.status, rotated.body.code]).toEqual([403, "forbidden"]);
    expect([await stored(longer), await stored(shorter)]).toEqual(before);
    expect((await change(key, shorter, { expiresAt: at(hour) })).status).toBe(200);
    expect((await change(key, longer, { expiresAt: at(hour) })).status).toBe(200);
    expect((await by(key, "POST", `/api/api-key/${longer.id}/rotate`)).status).toBe(200);
  });

  it("makes invitations that end with it", async () => {
    const key = await newKey(["Project Admin"], { expiresAt: at(hour) });
    const asked = { email: "soon@example.com", projectId, permissions: ["Project Member"] };
    const made = await by(key, "POST", "/api/invitation", asked);
    expect([made.status, made.body.expiresAt]).toEqual([200, at(hour)]);
  });
});

describe("a key", () => {
  it("rotates itself, with its own expiry and permissions, and changes nothing else of itself", async () => {
    const key = await newKey(["Project Admin"], { expiresAt: at(hour) });
    const before = await stored(key);
    const changes: JsonObject[] = [
      { expiresAt: null },
      { expiresAt: at(10) },
      { name: "Renamed" },
      { permissions: ["Project Member"] },
    ];
    for (const data of changes) {
      const reply = await change(key, key, data);
      expect([reply.status, reply.body.code, data]).toEqual([403, "forbidden", data]);
    }
    expect(await stored(key)).toEqual(before);
    const rotated = await by(key, "POST", `/api/api-key/${key.id}/rotate`);
    expect(rotated.status).toBe(200);
    const { expiresAt, permissions } = before;
    expect(await stored(key)).toMatchObject({ expiresAt, permissions });
    const next = { ...key, secret: String(rotated.body.key) };
    expect((await by(next, "GET", "/api/me")).status).toBe(200);
    expect((await by(key, "GET", "/api/me")).status).toBe(401);
  });

  it("is not rotated by its former secret, which ends before the new one would", async () => {
    const key = await newKey(["Project Admin"]);
    const path = `/api/api-key/${key.id}/rotate`;
    const rotated = await by(key, "POST", path, { overlapMinutes: 10 });
    const fresh = { ...key, secret: String(rotated.body.key) };
    expect((await by(key, "POST", path)).status).toBe(403);
    expect((await by(fresh, "POST", path)).status).toBe(200);
  });

  it("is rotated from the version in If-Match, and is left as it is for a stale one", async () => {
    const key = await newKey(["Read Incident"]);
    const path = `/api/api-key/${key.id}`;
    const admin = { apikey: (await newKey(["Project Admin"])).secret };
    const rotate = (ifMatch: string) =>
      people.ask(...(["POST", `${path}/rotate`, { data: { overlapMinutes: 30 } }] as const), {
        headers: { ...admin, "if-match": ifMatch },
      });
    const works = async (secret: unknown) =>
      (await by({ ...key, secret: String(secret) }, "GET", "/api/me")).status;
    const tagOf = ({ headers }: PeopleReply) => String(headers["ETag"]);
    const etag = async () =>
      tagOf(await people.ask("GET", `${path}/get-item`, undefined, { headers: admin }));
    const seen = await etag();
    const first = await rotate(seen);
    expect([first.status, tagOf(first)]).toEqual([200, await etag()]);
    const before = await stored(key);
    for (const stale of [seen, "nonsense"]) {
      const refused = await rotate(stale);
      expect([refused.status, refused.body.code]).toEqual([412, "precondition_failed"]);
    }
    expect(await stored(key)).toEqual(before);
    expect([await works(key.secret), await works(first.body.key)]).toEqual([200, 200]);
    const second = await rotate(`${seen}, ${tagOf(first)}`);
    expect([second.status, await works(key.secret), await works(first.body.key)]).toEqual([
      ...[200, 401, 200],
    ]);
    const third = await rotate("*");
    expect([third.status, await works(second.body.key), await works(third.body.key)]).toEqual([
      ...[200, 200, 200],
    ]);
  });

  it("or a person renames, changes, rotates and revokes no key with more permissions", async () => {
    const strong = await newKey(["Project Owner"]);
    const admin = await newKey(["Project Admin"]);
    await people.person("Adam", ["Project Admin"]);
    const cookie = await people.signIn("Adam");
    const before = await stored(strong);
    const path = `/api/api-key/${strong.id}`;
    const tries = [
      ["PUT", path, { data: { name: "Mine" } }],
      ["PUT", path, { data: { description: "Mine" } }],
      ["PUT", path, { data: { expiresAt: at(5) } }],
      ["POST", `${path}/rotate`, {}],
      ["DELETE", path, undefined],
      ["POST", "/api/api-key/bulk-delete", { items: [{ id: strong.id }] }],
      ["POST", "/api/api-key/bulk-update", { items: [{ id: strong.id }], data: { name: "Mine" } }],
    ] as const;
    for (const [method, route, body] of tries) {
      for (const manner of [{ cookie }, { headers: { apikey: admin.secret } }]) {
        const reply = await people.ask(method, route, body, manner);
        const told = (reply.body.data as JsonObject[] | undefined)?.[0]?.status ?? reply.status;
        expect([told, method, route]).toEqual([403, method, route]);
      }
    }
    expect(await stored(strong)).toEqual(before);
    const equal = await newKey(["Project Admin"]);
    expect((await by(admin, "DELETE", `/api/api-key/${equal.id}`)).status).toBe(200);
    expect((await by(admin, "DELETE", `/api/api-key/${admin.id}`)).status).toBe(200);
  });

  it("makes no reset link, whatever it holds", async () => {
    const id = await people.person("Hana", ["Project Owner"]);
    for (const key of [
      await newKey(["Project Owner"]),
      await newKey(["Project Owner"], { projectId: null }),
    ]) {
      for (const target of [id, people.owner.id, newId()]) {
        const reply = await by(key, "POST", `/api/user/${target}/reset-link`);
        expect([reply.status, reply.body.code]).toEqual([403, "forbidden"]);
        expect(reply.body.detail).toContain("Sign in");
      }
    }
    const signIn = { email: "hana@example.com", password: "four unrelated words here" };
    expect((await people.ask("POST", "/api/auth/sign-in/email", signIn)).status).toBe(200);
  });
});

describe("a key with the id of a user", () => {
  const tags = callerTags({});
  let own: TestPeople;
  let cookie: string;
  let headers: { readonly apikey: string };
  beforeAll(async () => {
    own = await testPeople({ tags, limits: rateLimits(40) });
    await own.person("Mia", ["Project Owner"]);
    const permissions = ["Project Owner"];
    const data = { _id: own.owner.id, name: "Mine", permissions, projectId: own.engine.projectId };
    const made = await own.ask(
      "POST",
      "/api/api-key",
      { data },
      { cookie: await own.signIn("Mia") },
    );
    expect(made.body._id).toBe(own.owner.id);
    headers = { apikey: String(made.body.key) };
    cookie = await own.signIn("Owner");
  });
  afterAll(() => own.close());

  const label = (sent: Manner) =>
    own.ask(
      "POST",
      "/api/label",
      { data: { projectId: own.engine.projectId, name: "Same", color: "#123456" } },
      { ...sent, headers: { ...sent.headers, "idempotency-key": "one" } },
    );

  it("gets no reply that is stored for the user", async () => {
    const first = await label({ cookie });
    const second = await label({ headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body._id).not.toBe(first.body._id);
    expect((await label({ cookie })).body._id).toBe(first.body._id);
  });

  it("waits in another queue", async () => {
    const request = { address: "192.0.2.1" };
    const ofKey = tags.tagOf({ ...request, headers });
    const ofUser = tags.tagOf({ ...request, headers: { cookie } });
    expect([ofKey, ofUser]).not.toContain(tags.addressOf({ ...request, headers: {} }));
    expect(ofKey).not.toBe(ofUser);
  });

  it("spends no limit of the user", async () => {
    let status = 200;
    for (let count = 0; count < 45 && status === 200; count += 1) {
      status = (await own.ask("GET", "/api/label/get-list", undefined, { headers })).status;
    }
    expect(status).toBe(429);
    expect((await own.ask("GET", "/api/me", undefined, { cookie })).status).toBe(200);
  });
});
