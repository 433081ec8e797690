import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/lib/http/routing/route-table";
import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/port/new-id";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { fullBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";
import { askRaw, askServer } from "@/tests/server/ask-server";
import { adminKey, bundleServer, startServer } from "@/tests/server/server-process";

// Processes start slowly while others keep the machine busy.
const password = "sentinel-password-7Q";
const path = "/api/status-page-private-user";

let api: TestApi;
/** Every response of the API in this file, searched for secrets. */
const replies: string[] = [];
let operator: string;
beforeAll(async () => {
  api = await testApi();
  operator = await api.key(["Project Owner"], null);
});
afterAll(() => api.close());
afterEach(async () => {
  const all = replies.splice(0);
  const hashes = await storedHashes();
  const telling = all.filter(
    (reply) =>
      /sentinel|scrypt/.test(reply) ||
      hashes.some((hash) => reply.includes(hash)) ||
      // A refusal may repeat the name in the request.
      (/keyHash|previousKeyHash/.test(reply) && !reply.startsWith('{"status":400')),
  );
  expect(telling.slice(0, 1)).toEqual([]);
});

/** Sends a request as the owner and records the response. */
async function ask(method: string, at: string, body?: JsonValue, query = "", key = api.owner) {
  const reply = await api.ask(method, at, { key, query, ...(body !== undefined && { body }) });
  replies.push(JSON.stringify(reply));
  return reply;
}

async function storedHashes(): Promise<string[]> {
  const db = kyselyOver(api.engine.store);
  const asked = sql<{ hash: string | null }>`select password as hash from status_page_private_user
    union select "keyHash" from api_key union select "previousKeyHash" from api_key`;
  const { rows } = await asked.execute(db);
  return rows.flatMap(({ hash }) => (hash === null ? [] : [hash]));
}

async function privateUser(): Promise<string> {
  const data = {
    projectId: api.projectId,
    statusPageId: newId(),
    email: "mia@example.com",
    password,
  };
  return String(expectStatus(await ask("POST", path, { data }), 200).body["_id"]);
}

/** Resources open to keys: personal ones belong to users only. */
const askable = [...resources.values()].filter(({ path }) => path !== "preference");

/** Every write-only column, and every hidden one. */
const secrets = askable.flatMap((resource) =>
  shapeOf(resource).columns.flatMap(({ name, field }) => {
    const which = `${resource.path}.${name}`;
    if (field.hidden && !field.byName) return [{ which, resource, name, isHidden: true }];
    return kindOf(field).isSecret ? [{ which, resource, name, isHidden: false }] : [];
  }),
);

const spellings: readonly JsonValue[] = [
  ...["x", null, 1, true, [], ["x"], {}, { $ne: null }],
  ...[
    "EqualTo",
    "NotEqual",
    "Search",
    "StartsWith",
    "EndsWith",
    "GreaterThan",
    "LessThanOrNull",
  ].map((_type) => ({ _type, value: "x" })),
  { _type: "InBetween", startValue: "a", endValue: "z" },
  ...["Includes", "IncludesNone", "IncludesAll"].map((_type) => ({ _type, value: ["x"] })),
  ...["IsNull", "NotNull"].map((_type) => ({ _type })),
  { _type: "HashedString", value: "x" },
];

/** Returns filters that hold a condition on a column at different depths. */
function nestings(name: string, value: JsonValue): JsonObject[] {
  return [
    { [name]: value },
    { _and: [{ [name]: value }] },
    { _or: [{ _id: newId() }, { _not: { [name]: value } }] },
  ];
}

describe.each(secrets)("$which", ({ resource, name, isHidden }) => {
  const of = (what: string) => `/api/${resource.path}/${what}`;

  it("is in no response, whatever is selected", async () => {
    for (const [method, pattern] of readers) {
      const at = pattern.replace("{r}", resource.path).replace(":id", newId());
      const reply = await ask(method, at, { select: { [name]: true } }, "", operator);
      if (isHidden) expectStatus(reply, 400);
      else expect([200, 404]).toContain(reply.status);
      const rows = (reply.body["data"] ?? []) as JsonObject[];
      for (const row of rows) expect(row).toEqual({ _id: row["_id"], [name]: null });
      const plain = await ask(method, at, {}, "", operator);
      for (const row of (plain.body["data"] ?? []) as JsonObject[]) {
        expect(row).not.toHaveProperty(name);
      }
    }
  });

  it("cannot be filtered by, in any spelling", async () => {
    for (const value of spellings) {
      for (const query of nestings(name, value)) {
        expectStatus(await ask("POST", of("get-list"), { query }, "", operator), 400);
      }
    }
  });

  it("cannot be filtered by, wherever a filter is read", async () => {
    for (const query of nestings(name, "x")) {
      expectStatus(await ask("POST", of("count"), { query }, "", operator), 400);
      const text = `query=${encodeURIComponent(JSON.stringify(query))}`;
      expectStatus(await ask("GET", of("get-list"), undefined, text, operator), 400);
      expectStatus(await ask("GET", of("count"), undefined, text, operator), 400);
    }
  });

  it("cannot be sorted by", async () => {
    for (const direction of [1, -1, "ASC", "desc"]) {
      const sort = { [name]: direction };
      expectStatus(await ask("POST", of("get-list"), { sort }, "", operator), 400);
      const both = { sort: { createdAt: -1, ...sort } };
      expectStatus(await ask("POST", of("get-list"), both, "", operator), 400);
    }
    const cursor = Buffer.from(JSON.stringify([`${name} asc`, ["x"], newId()])).toString(
      "base64url",
    );
    expectStatus(await ask("POST", of("get-list"), { cursor }, "", operator), 400);
  });

  it("is not reached through records that refer to it", async () => {
    // One function reads the filters of all relations, so the first gets all spellings.
    let sent = spellings;
    for (const other of askable) {
      for (const { field, relation, name: column } of shapeOf(other).columns) {
        if (field.to !== resource.path) continue;
        const by = relation ?? column;
        const at = `/api/${other.path}/get-list`;
        const select = { select: { [by]: { [name]: true } } };
        const nested = await ask("POST", at, select, "", operator);
        if (isHidden) expectStatus(nested, 400);
        for (const row of (nested.body["data"] ?? []) as JsonObject[]) {
          expect(JSON.stringify(row)).not.toContain(`"${name}":"`);
        }
        if (relation === undefined) continue;
        for (const value of sent) {
          const query = { [by]: { [name]: value } };
          expectStatus(await ask("POST", at, { query }, "", operator), 400);
        }
        sent = spellings.slice(0, 2);
        expectStatus(await ask("POST", at, { sort: { [`${by}.${name}`]: 1 } }, "", operator), 400);
      }
    }
  });

  it.runIf(isHidden && resource.operations.includes("update"))("is not written", async () => {
    const data = { ...fullBodyOf(resource), [name]: "x" };
    expectStatus(await ask("POST", `/api/${resource.path}`, { data }, "", operator), 400);
    const update = { data: { [name]: "x" } };
    expectStatus(await ask("PUT", `/api/${resource.path}/${newId()}`, update, "", operator), 400);
  });
});

const readers = routes.flatMap(({ method, pattern, operation }): [string, string][] =>
  operation === "get" || operation === "list" ? [[method, pattern]] : [],
);

function fullBodyOf(resource: Resource): JsonObject {
  const { password: _, ...data } = fullBody(resource, api.projectId);
  return data;
}

describe("a password of a private user", () => {
  it("is in no answer about the record, nor in its history", async () => {
    const id = await privateUser();
    for (const [method, pattern] of readers) {
      const at = pattern.replace("{r}", "status-page-private-user").replace(":id", id);
      for (const select of [undefined, {}, { password: true }, { email: true, password: true }]) {
        const reply = expectStatus(await ask(method, at, select ? { select } : {}), 200);
        if (select?.password) expect(JSON.stringify(reply.body)).toContain('"password":null');
        else expect(JSON.stringify(reply.body)).not.toContain("password");
      }
    }
    expectStatus(await ask("PUT", `${path}/${id}`, { data: { password: `${password}-2` } }), 200);
    expectStatus(await ask("DELETE", `${path}/${id}`), 200);
    const query = { recordId: id };
    const { body } = await ask("POST", "/api/change-log/get-list", {
      query,
      sort: { at: 1, _id: 1 },
    });
    const entries = body["data"] as JsonObject[];
    expect(entries.map(({ operation }) => operation)).toEqual(["create", "update", "delete"]);
    const [created, updated, removed] = entries;
    expect(created).toMatchObject({ before: null, after: { password: "changed" } });
    expect(updated).toMatchObject({
      before: { password: "changed" },
      after: { password: "changed" },
    });
    expect(removed).toMatchObject({ before: { password: "changed" }, after: null });
  });

  it("is stored as a hash, in its own column and nowhere else", async () => {
    const headers = { "idempotency-key": "hidden-1" };
    const data = { projectId: api.projectId, statusPageId: newId(), password };
    for (const _ of [1, 2]) {
      const reply = await api.ask("POST", path, { key: api.owner, body: { data }, headers });
      replies.push(JSON.stringify(expectStatus(reply, 200)));
    }
    const { status_page_private_user: users = [], ...rest } = await dump(api.engine.store);
    expect(JSON.stringify([users, rest])).not.toContain("sentinel");
    for (const hash of await storedHashes()) {
      expect(JSON.stringify({ ...rest, api_key: [] })).not.toContain(hash);
    }
    const hashes = users.map((row) => (row as JsonObject)["password"]);
    expect(new Set(hashes.filter(Boolean)).size).toBe(hashes.filter(Boolean).length);
  });

  it("is not repeated by a refusal", async () => {
    const wrong: JsonValue[] = [
      ...[[password], { value: password }, `${password}\0`, password.repeat(500), ""],
      { _type: "HashedString", value: [password] },
    ];
    for (const value of wrong) {
      const data = { projectId: api.projectId, statusPageId: newId(), password: value };
      await ask("POST", path, { data });
      await ask("POST", path, { data: { password: value, nothing: 1 } });
    }
    const id = await privateUser();
    for (const value of wrong) await ask("PUT", `${path}/${id}`, { data: { password: value } });
    await ask("POST", path, `{"data":{"password":"${password}"`);
    await ask("POST", path, { data: { email: password, password } });
    await ask("POST", `${path}/get-list`, { query: { password } });
  });

  it("influences nothing that a response shows", async () => {
    const statusPageId = newId();
    const make = async (secret: string | null) => {
      const data = {
        projectId: api.projectId,
        statusPageId,
        email: "a@example.com",
        password: secret,
      };
      return expectStatus(await ask("POST", path, { data }), 200);
    };
    const seen = await Promise.all(["a", "b", null].map(make));
    const shapes = seen.map(({ headers, body }) => {
      const { _id, slug: _, ...rest } = body;
      const { "X-Request-Id": __, "Server-Timing": ___, ...others } = headers;
      return { rest, others };
    });
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });
});

describe("an API key", () => {
  it("is shown once, by create and rotate, and its hash never", async () => {
    const data = { projectId: api.projectId, name: "Shown once", permissions: ["Read Incident"] };
    const made = await api.ask("POST", "/api/api-key", { key: api.owner, body: { data } });
    const rotated = await api.ask("POST", `/api/api-key/${made.body["_id"]}/rotate`, {
      key: api.owner,
      body: { data: { overlapMinutes: 5 } },
    });
    const shown = [made, rotated].map(({ body }) => String(body["key"]));
    for (const reply of [made, rotated]) {
      replies.push(JSON.stringify({ ...reply.body, key: "" }));
    }
    await ask("POST", "/api/api-key/get-list", { limit: 100 });
    await ask("GET", `/api/api-key/${made.body["_id"]}/get-item`);
    const query = { recordId: String(made.body["_id"]) };
    const log = await ask("POST", "/api/change-log/get-list", { query });
    expect((log.body["data"] as JsonObject[]).length).toBe(2);
    const all = replies.join("\n") + JSON.stringify(await dump(api.engine.store));
    for (const key of shown) {
      expect(key).toMatch(/^toc_\w{43}$/);
      expect(all).not.toContain(key);
    }
  });
});

describe("the log of the process, at its most talkative", () => {
  it("holds no key, password or query", async () => {
    const server = await bundleServer();
    const served = await startServer(server, {
      LOG_LEVEL: "trace",
      ADMIN_PASSWORD: "sentinel admin password",
    });
    const { port } = served;
    const projectId = newId();
    const data = { projectId, statusPageId: newId(), email: "sentinel@example.com", password };
    const one = await askServer(port, "POST", path, { body: { data } });
    expect(one.status).toBe(200);
    await askServer(port, "PUT", `${path}/${one.body["_id"]}`, {
      body: { data: { password: "sentinel" } },
    });
    await askServer(port, "POST", path, { body: { data: { ...data, password: ["sentinel"] } } });
    await askServer(port, "POST", path, { body: `{"data":{"password":"sentinel` });
    await askServer(port, "GET", `/api/incident/get-list?apikey=${adminKey}&query=sentinel`);
    await askServer(port, "GET", "/api/nothing?sentinel", { headers: { cookie: "sentinel" } });
    await askServer(port, "GET", "/api/incident/count", { key: "toc_sentinel-0123456789" });
    await askServer(port, "GET", "/api/incident/count", {
      headers: { authorization: "Bearer sentinel" },
    });
    for (const headers of [
      { authorization: "Bearer toc_sentinel-0123456789" },
      { "x-api-key": "toc_sentinel-0123456789" },
      { authorization: `Bearer ${adminKey}`, "x-api-key": "toc_sentinel-0123456789" },
    ]) {
      await askServer(port, "GET", "/api/incident/count", { key: null, headers });
      await askServer(port, "GET", "/api/incident/count", { headers });
    }
    await askServer(port, "GET", "/api/incident/count", {
      headers: { "x-request-id": "a b sentinel" },
    });
    await askRaw(port, `GET /api/x HTTP/1.1\r\nHost: h\r\nApiKey: sentinel\r\nA : b\r\n\r\n`);
    const permissions = ["Read Incident"];
    const key = { data: { projectId, name: "A key", permissions } };
    const made = await askServer(port, "POST", "/api/api-key", { body: key });
    const secret = String(made.body["key"]);
    const rotated = await askServer(port, "POST", `/api/api-key/${made.body["_id"]}/rotate`, {
      body: {},
    });
    expect(rotated.status).toBe(200);
    const { stdout, stderr, code } = await served.stop();
    expect(code).toBe(0);
    const output = stdout + stderr;
    expect(output.split("\n").filter((line) => line.includes('"request"')).length).toBeGreaterThan(
      8,
    );
    expect(output).not.toContain("sentinel");
    for (const hidden of [adminKey, secret, String(rotated.body["key"])]) {
      expect(output).not.toContain(hidden);
    }
  });
});
