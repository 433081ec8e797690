import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources/index";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";
import { askServer } from "@/tests/server/ask-server";
import {
  bundleServer,
  type Served,
  scratchFolder,
  startServer,
} from "@/tests/server/server-process";
import { contradictions } from "@/tests/server/store-checks";

// Processes start slowly while others keep the machine busy.
const folder = scratchFolder();
let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await testApi();
  const url = `file:${folder.path("parallel.db")}`;
  served = await startServer(await bundleServer(), { DATABASE_URL: url });
});
afterAll(async () => {
  await api.close();
  expect(await served.stop()).toMatchObject({ code: 0, stderr: "" });
  folder.remove();
});
afterEach(async () => {
  const db = kyselyOver(api.engine.store);
  const ask = async (text: string) => (await sql.raw<JsonObject>(text).execute(db)).rows;
  expect(await contradictions(ask)).toEqual([]);
});

interface Written {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Post = (path: string, data: JsonObject, headers?: Record<string, string>) => Promise<Written>;

/** Both databases: in memory through the handler, on disk through the server. */
const ways: [string, () => { post: Post; projectId: string }][] = [
  [
    "in memory",
    () => ({
      projectId: api.projectId,
      post: (path, data, headers) =>
        api.ask("POST", path, { key: api.owner, body: { data }, ...(headers && { headers }) }),
    }),
  ],
  [
    "over HTTP, on disk",
    () => ({
      projectId: newId(),
      post: (path, data, headers) =>
        askServer(served.port, "POST", path, { body: { data }, ...(headers && { headers }) }),
    }),
  ],
];

function dataFor(path: string, projectId: string, more: JsonObject = {}): JsonObject {
  const resource = resources.get(path);
  if (resource === undefined) throw new Error(`There is no resource ${path}.`);
  return { ...requiredBody(resource, projectId), ...more };
}

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

function statusesOf(replies: readonly Written[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe.each(ways)("%s", (_, way) => {
  it.each([
    ["incident", "incidentNumber", "INC-"],
    ["alert", "alertNumber", "ALT-"],
  ])(
    "64 creates of %s at once get numbers without gaps and unique slugs",
    async (path, field, prefix) => {
      const { post, projectId } = way();
      const data = dataFor(path, projectId, { title: "The same title" });
      const replies = await times(64, () => post(`/api/${path}`, data));
      expect(statusesOf(replies)).toEqual({ 200: 64 });
      const numbers = replies.map(({ body }) => Number(body[field])).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
      for (const { body } of replies) {
        expect(body[`${field}WithPrefix`]).toBe(`${prefix}${body[field]}`);
      }
      const slugs = replies.map(({ body }) => body["slug"]);
      if (path === "incident") expect(new Set(slugs).size).toBe(64);
      expect(new Set(replies.map(({ body }) => body["_id"])).size).toBe(64);
    },
  );

  it("a create that fails burns no number", async () => {
    const { post, projectId } = way();
    const path = "/api/incident";
    const data = dataFor("incident", projectId);
    const first = await post(path, data);
    const before = Number(first.body["incidentNumber"]);
    const failing: [JsonObject, number][] = [
      [{ ...data, _id: first.body["_id"] ?? "" }, 409],
      [{ ...data, title: "" }, 400],
      [{ ...data, incidentNumber: 0 }, 400],
      [{ ...data, incidentNumber: 1_000_000_001 }, 400],
      [{ ...data, nothing: true }, 400],
    ];
    const replies = await times(20, (index) => post(path, failing[index % 5]?.[0] ?? {}));
    for (const [index, { status }] of replies.entries()) {
      expect(status).toBe(failing[index % 5]?.[1]);
    }
    expect((await post(path, data)).body["incidentNumber"]).toBe(before + 1);
    const high = await post(path, { ...data, incidentNumber: before + 100 });
    expect(high.body["incidentNumber"]).toBe(before + 100);
    expect((await post(path, data)).body["incidentNumber"]).toBe(before + 101);
  });

  it("the same Idempotency-Key 20 times at once writes once", async () => {
    const { post, projectId } = way();
    const data = dataFor("incident", projectId, { title: "Only once" });
    const headers = { "idempotency-key": newId() };
    const replies = await times(20, () => post("/api/incident", data, headers));
    expect(statusesOf(replies)).toEqual({ 200: 20 });
    const [first] = replies;
    for (const { body } of replies) expect(body).toEqual(first?.body);
    const tags = replies.map((reply) => header(reply, "etag"));
    expect(new Set(tags).size).toBe(1);
    const replayed = replies.filter((reply) => header(reply, "idempotent-replayed") === "true");
    expect(replayed).toHaveLength(19);
    const other = await post("/api/incident", { ...data, title: "Another" }, headers);
    expect(other.status).toBe(409);
    const next = await post("/api/incident", data);
    expect(next.body["incidentNumber"]).toBe(Number(first?.body["incidentNumber"]) + 1);
  });

  it("positions in an ordered list run from 1 without gaps", async () => {
    const { post, projectId } = way();
    const rule = { projectId, onCallDutyPolicyId: newId() };
    const path = "on-call-duty-policy-escalation-rule";
    const replies = await times(32, (index) =>
      post(`/api/${path}`, {
        ...dataFor(path, projectId, { ...rule, name: `Rule ${index}` }),
        order: index % 3 === 0 ? 1 : null,
      }),
    );
    expect(statusesOf(replies)).toEqual({ 200: 32 });
    const db = kyselyOver(api.engine.store);
    if (projectId !== api.projectId) return;
    const { rows } =
      await sql<JsonObject>`select "order" from on_call_duty_policy_escalation_rule where "onCallDutyPolicyId" = ${rule.onCallDutyPolicyId} order by 1`.execute(
        db,
      );
    expect(rows.map(({ order }) => order)).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
  });
});

function header(reply: Written, name: string): unknown {
  const found = Object.entries(reply.headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

describe("one record that many change at once", () => {
  it("takes one of 20 updates from the same version, and refuses the others with 412", async () => {
    const made = await createLabel("From one version");
    const headers = { "if-match": String(made.headers["ETag"]) };
    const replies = await times(20, (index) =>
      api.ask("PUT", `/api/label/${made.body["_id"]}`, {
        key: api.owner,
        headers,
        body: { data: { description: `Change ${index}` } },
      }),
    );
    expect(statusesOf(replies)).toEqual({ 200: 1, 412: 19 });
  });

  it("takes all updates without a version, one after the other, each with its log entry", async () => {
    const made = await createLabel("Many changes");
    const replies = await times(20, (index) =>
      api.ask("PUT", `/api/label/${made.body["_id"]}`, {
        key: api.owner,
        body: { data: { description: `Change ${index}` } },
      }),
    );
    expect(statusesOf(replies)).toEqual({ 200: 20 });
    const versions = replies.map(({ headers }) =>
      Number(/^"(\d+)-/.exec(headers["ETag"] ?? "")?.[1]),
    );
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
    const log = await api.ask("POST", "/api/change-log/get-list", {
      key: api.owner,
      body: { query: { recordId: made.body["_id"] ?? "" }, limit: 100, sort: { at: 1 } },
    });
    const entries = log.body["data"] as JsonObject[];
    expect(entries).toHaveLength(21);
    const chain = entries.slice(1).map(({ before, after }) => [before, after] as JsonObject[]);
    for (const [index, [before]] of chain.entries()) {
      const last = index === 0 ? null : chain[index - 1]?.[1]?.["description"];
      expect(before?.["description"]).toBe(last);
    }
  });

  it("is deleted once", async () => {
    const made = await createLabel("Deleted once");
    const replies = await times(20, (index) => {
      const path = `/api/label/${made.body["_id"]}`;
      const [method, at] = index % 2 ? ["DELETE", path] : ["GET", `${path}/delete-item`];
      return api.ask(String(method), String(at), { key: api.owner });
    });
    expect(statusesOf(replies)).toEqual({ 200: 1, 404: 19 });
  });

  it("is made once under one id and one name", async () => {
    const _id = newId();
    const replies = await times(20, (index) => {
      const data = { projectId: api.projectId, color: "#123456", name: `Name ${_id}` };
      const body = { data: index % 2 ? { ...data, _id } : data };
      return api.ask("POST", "/api/incident-state", { key: api.owner, body });
    });
    expect(statusesOf(replies)).toEqual({ 200: 1, 409: 19 });
  });

  it("registers a new project once, whichever of many callers writes to it first", async () => {
    const operator = await api.key(["Project Owner"], null);
    const projectId = newId();
    const replies = await times(20, (index) =>
      api.ask("POST", "/api/label", {
        key: operator,
        body: { data: { projectId, color: "#123456", name: `Label ${index}` } },
      }),
    );
    expect(statusesOf(replies)).toEqual({ 200: 20 });
    const { project = [] } = await dump(api.engine.store);
    expect(project.filter((row) => (row as JsonObject)["_id"] === projectId)).toHaveLength(1);
  });

  async function createLabel(name: string): Promise<Reply> {
    const data = { projectId: api.projectId, name: `${name} ${newId()}`, color: "#123456" };
    return expectStatus(
      await api.ask("POST", "/api/label", { key: api.owner, body: { data } }),
      200,
    );
  }
});

describe("a key", () => {
  const count = (key: string) => api.ask("POST", "/api/incident/count", { key });

  async function makeKey(more: JsonObject = {}): Promise<{ id: string; key: string }> {
    const data = {
      projectId: api.projectId,
      name: "A key",
      permissions: ["Read Incident"],
      ...more,
    };
    const made = await api.ask("POST", "/api/api-key", { key: api.owner, body: { data } });
    const { _id, key } = expectStatus(made, 200).body;
    return { id: String(_id), key: String(key) };
  }

  it("that is revoked fails on the very next request, however often it was used before", async () => {
    for (const [method, tail] of [
      ["DELETE", ""],
      ["POST", "/delete-item"],
      ["GET", "/delete-item"],
    ] as const) {
      const { id, key } = await makeKey();
      expect(statusesOf(await times(50, () => count(key)))).toEqual({ 200: 50 });
      const path = `/api/api-key/${id}${tail}`;
      expectStatus(await api.ask(method, path, { key: api.owner }), 200);
      expectStatus(await count(key), 401);
      expect(statusesOf(await times(20, () => count(key)))).toEqual({ 401: 20 });
    }
  });

  it("that is revoked during use works before and never after", async () => {
    const { id, key } = await makeKey();
    const asking = times(200, () => count(key));
    expectStatus(await api.ask("DELETE", `/api/api-key/${id}`, { key: api.owner }), 200);
    expectStatus(await count(key), 401);
    const { 200: before = 0, 401: after = 0 } = statusesOf(await asking);
    expect(before + after).toBe(200);
  });

  it("that loses a permission is refused on the very next request", async () => {
    const { id, key } = await makeKey();
    expectStatus(await count(key), 200);
    const data = { permissions: ["Read Alert"] };
    expectStatus(
      await api.ask("PUT", `/api/api-key/${id}`, { key: api.owner, body: { data } }),
      200,
    );
    expectStatus(await count(key), 403);
    const back = { permissions: ["Read Incident"] };
    await api.ask("PUT", `/api/api-key/${id}`, { key: api.owner, body: { data: back } });
    expectStatus(await count(key), 200);
  });

  it("ends at its expiry", async () => {
    const { key } = await makeKey({ expiresAt: api.engine.clock.iso(10) });
    expectStatus(await count(key), 200);
    api.engine.clock.move(9);
    expectStatus(await count(key), 200);
    api.engine.clock.move(1);
    expectStatus(await count(key), 401);
  });

  it("that is rotated works beside the new one for as long as was asked, and not without that", async () => {
    const { id, key } = await makeKey();
    const rotate = async (overlapMinutes?: number) => {
      const body = { data: overlapMinutes === undefined ? {} : { overlapMinutes } };
      const reply = await api.ask("POST", `/api/api-key/${id}/rotate`, { key: api.owner, body });
      return String(expectStatus(reply, 200).body["key"]);
    };
    const second = await rotate(30);
    expect(second).not.toBe(key);
    for (const one of [key, second]) expectStatus(await count(one), 200);
    api.engine.clock.move(29);
    for (const one of [key, second]) expectStatus(await count(one), 200);
    api.engine.clock.move(1);
    expectStatus(await count(key), 401);
    expectStatus(await count(second), 200);
    const third = await rotate();
    expectStatus(await count(second), 401);
    expectStatus(await count(third), 200);
    const fourth = await rotate(10);
    const fifth = await rotate(10);
    expectStatus(await count(third), 401);
    for (const one of [fourth, fifth]) expectStatus(await count(one), 200);
    expectStatus(await api.ask("DELETE", `/api/api-key/${id}`, { key: api.owner }), 200);
    for (const one of [fourth, fifth]) expectStatus(await count(one), 401);
    const late = await api.ask("POST", `/api/api-key/${id}/rotate`, { key: api.owner, body: {} });
    expectStatus(late, 409);
  });
});
