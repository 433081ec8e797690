import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secretColumns } from "@/lib/auth/keys/issue-key";
import { makeSecret } from "@/lib/auth/keys/secret";
import { AppError } from "@/lib/errors";
import { referenceResources, resources } from "@/lib/resources/index";
import { apiKey } from "@/lib/resources/settings/api-key";
import { project } from "@/lib/resources/settings/project";
import { shapeOf } from "@/lib/schema/shape";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import { createHandler, refuse } from "./handle";
import type { RequestLogEntry } from "./message/request-log";
import type { ApiRequest, ApiResponse } from "./message/request-response";
import { routes } from "./routing/route-table";

const projectId = "0190a000-0000-7000-8000-0000000000aa";
const unknownId = "0190a000-0000-7000-8000-0000000000ff";
const log: RequestLogEntry[] = [];
let store: Store;
let handle: (request: ApiRequest) => Promise<ApiResponse>;
let owner: string;
let reader: string;

beforeAll(async () => {
  store = await openStore({
    url: "memory:",
    resources: [...resources.values()],
    queryTimeoutMs: 1_000,
  });
  handle = createHandler({
    store,
    policy: { references: "loose" },
    maxBodyBytes: 10_000,
    now: () => new Date(),
    log: (entry) => log.push(entry),
    openApi: () => () => '{"openapi":"3.1.0"}',
  });
  await addProject();
  owner = await addKey(["Project Owner"]);
  reader = await addKey(["Read Alert Severity"]);
});
afterAll(() => store.close());

async function addProject(): Promise<void> {
  const at = new Date().toISOString();
  const columns = shapeOf(project).columns.map(({ name }) => [name, null]);
  const row = {
    ...Object.fromEntries(columns),
    ...{ _id: projectId, createdAt: at, updatedAt: at, version: 1, projectId },
    ...{ name: "Test", slug: "test" },
  };
  await store.write((writer) => writer.insert(project, row));
}

async function addKey(permissions: string[]): Promise<string> {
  const secret = makeSecret();
  const at = new Date().toISOString();
  const row = {
    ...{ _id: newId(), createdAt: at, updatedAt: at, version: 1, createdByUserId: null },
    ...{ projectId, name: "Test key", description: null, permissions, expiresAt: null },
    ...{ lastUsedAt: null, revokedAt: null, previousKeyHash: null, previousKeyEndsAt: null },
    ...secretColumns(secret),
  };
  await store.write((writer) => writer.insert(apiKey, row));
  return secret;
}

interface Sent {
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

async function send(target: string, { key = owner, headers = {}, body }: Sent = {}) {
  const [method = "", address = ""] = target.split(" ");
  const [path = "", query = ""] = address.split("?");
  const sent = typeof body === "string" ? body : JSON.stringify(body ?? "");
  const reply = await handle({
    method,
    path,
    query,
    headers: { "content-type": "application/json", apikey: key, ...headers },
    body: body === undefined ? "" : sent,
  });
  const text = await wholeText(reply);
  const isJson = text !== "" && /json/.test(String(reply.headers["Content-Type"]));
  return { ...reply, json: isJson ? JSON.parse(text) : undefined };
}

async function wholeText({ body, bytes, stream }: ApiResponse): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream ?? [bytes ?? body]) parts.push(Buffer.from(part));
  return String(Buffer.concat(parts));
}

const severity = (name: string) => ({ data: { name, color: "#ff0000", projectId } });

async function create(name: string) {
  const reply = await send("POST /api/alert-severity", { body: severity(name) });
  expect(reply.status).toBe(200);
  return reply;
}

describe("the six operations", () => {
  test("create, get, list, count, update and delete in every spelling", async () => {
    const { json } = await create("High");
    const at = `/api/alert-severity/${json._id}`;
    const select = { name: true };
    for (const method of ["GET", "POST"]) {
      const got = await send(`${method} ${at}/get-item`, { body: { select } });
      expect(got.json).toEqual({ _id: json._id, name: "High" });
      const body = { select, query: { name: "High" } };
      const list = await send(`${method} /api/alert-severity/get-list/?limit=5`, { body });
      expect(list.body).toBe(
        JSON.stringify({ count: 1, limit: 5, skip: 0, data: [{ _id: json._id, name: "High" }] }),
      );
      const count = await send(`${method} /api/alert-severity/count`, { body });
      expect(count.json).toEqual({ count: 1 });
    }
    for (const target of [`PUT ${at}`, `POST ${at}/update-item`, `GET ${at}/update-item`]) {
      const updated = await send(target, { body: { data: { description: target } } });
      expect([updated.status, updated.body]).toEqual([200, "{}"]);
      expect((await send(`GET ${at}/get-item`)).json.description).toBe(target);
    }
    for (const target of ["DELETE @", "POST @/delete-item", "GET @/delete-item"]) {
      const one = (await create(target)).json._id;
      const gone = await send(target.replace("@", `/api/alert-severity/${one}`));
      expect([gone.status, gone.body]).toEqual([200, "{}"]);
      expect((await send(`GET /api/alert-severity/${one}/get-item`)).status).toBe(404);
    }
  });

  test("typed values are taken, JSON fields left alone", async () => {
    const customFields = JSON.parse('{"__proto__":{"a":1},"d":{"_type":"DateTime","value":"x"}}');
    const wrapped = { _type: "ObjectID", value: unknownId };
    const reply = await send("POST /api/incident", {
      body: `{"data":{"title":"x","projectId":"${projectId}","customFields":${JSON.stringify(customFields)},
        "declaredAt":{"_type":"DateTime","value":"2026-01-01T00:00:00.000Z"},
        "currentIncidentStateId":${JSON.stringify(wrapped)},"incidentSeverityId":"${unknownId}"}}`,
    });
    expect(reply.status).toBe(200);
    expect(reply.json.declaredAt).toBe("2026-01-01T00:00:00.000Z");
    expect(JSON.stringify(reply.json.customFields)).toBe(JSON.stringify(customFields));
    const query = { currentIncidentStateId: wrapped };
    expect((await send("POST /api/incident/count", { body: { query } })).json.count).toBe(1);
  });

  test("select, query and sort may be in the query string", async () => {
    await create("By query string");
    const query = encodeURIComponent('{"name":"By query string"}');
    const list = await send(`GET /api/alert-severity/get-list?query=${query}&select={"name":true}`);
    expect(list.json.data).toMatchObject([{ name: "By query string" }]);
    const bad = await send("GET /api/alert-severity/get-list?sort={");
    expect(bad.json.errors).toMatchObject([{ pointer: "/sort", field: "sort" }]);
  });

  test("a cursor pages, and only then there is nextCursor", async () => {
    const first = await send("POST /api/alert-severity/get-list?limit=1&cursor=");
    expect(Object.keys(first.json)).toEqual(["count", "limit", "skip", "data", "nextCursor"]);
    const cursor = first.json.nextCursor;
    const second = await send("POST /api/alert-severity/get-list", { body: { limit: 1, cursor } });
    expect(second.json.data[0]._id).not.toBe(first.json.data[0]._id);
  });
});

describe("the order of checks", () => {
  test("nothing but the open routes answers without a key", async () => {
    for (const { path } of referenceResources) {
      for (const { method, pattern, caller } of routes) {
        const at = pattern.replace("{r}", path).replace(":id", unknownId);
        const reply = await send(`${method} ${at}`, { key: "toc_wrong", body: "{" });
        expect([pattern, reply.status === 401]).toEqual([pattern, caller !== "anyone"]);
      }
    }
  });

  test.each([
    ["PATCH /api/nothing", "", "{", 401],
    ["PATCH /api/nothing", "reader", "{", 404],
    ["PATCH /api/alert-severity/42", "reader", "{", 404],
    ["PATCH /api/alert-severity", "reader", "{", 405],
    ["POST /api/project-scim-log", "reader", "{", 405],
    ["POST /api/alert-severity", "reader", "{", 403],
    ["POST /api/alert/get-list", "reader", "{", 403],
    ["POST /api/alert-severity/get-list", "reader", "{", 400],
    ["POST /api/alert-severity", "owner", "{", 400],
  ])("%s with the key '%s' and %s is %i", async (target, who, body, status) => {
    const key = { owner, reader }[who] ?? "";
    expect((await send(target, { key, body })).status).toBe(status);
  });

  test("a refusal names the missing permission", async () => {
    const refused = await send("POST /api/alert-severity", { key: reader, body: {} });
    expect(refused.json).toMatchObject({ code: "forbidden", missing: "Create Alert Severity" });
    expect(refused.json.sufficient).toContain("Project Owner");
  });

  test("405 carries Allow, and OPTIONS the same list", async () => {
    const refused = await send("DELETE /api/alert-severity/get-list");
    expect(refused.headers["Allow"]).toBe("GET, HEAD, OPTIONS, POST");
    const options = await send("OPTIONS /api/alert-severity/get-list", { key: "" });
    expect([options.status, options.body]).toEqual([204, ""]);
    expect(options.headers["Allow"]).toBe(refused.headers["Allow"]);
  });
});

describe("versions", () => {
  test("ETag, If-None-Match and If-Match go together", async () => {
    const created = await create("Versioned");
    const at = `/api/alert-severity/${created.json._id}`;
    const etag = created.headers["ETag"] ?? "";
    expect((await send(`GET ${at}/get-item`)).headers["ETag"]).toBe(etag);
    const cached = await send(`GET ${at}/get-item`, { headers: { "if-none-match": `W/${etag}` } });
    expect([cached.status, cached.body, cached.headers["ETag"]]).toEqual([304, "", etag]);
    const posted = await send(`POST ${at}/get-item`, { headers: { "if-none-match": etag } });
    expect(posted.status).toBe(200);

    const change = (ifMatch: string, description: string) =>
      send(`PUT ${at}`, { headers: { "if-match": ifMatch }, body: { data: { description } } });
    const changed = await change(etag, "a");
    expect(changed.status).toBe(200);
    expect(changed.headers["ETag"]).not.toBe(etag);
    expect((await send(`GET ${at}/get-item`)).headers["ETag"]).toBe(changed.headers["ETag"]);
    expect((await change(etag, "b")).status).toBe(412);
    expect((await change("nonsense", "b")).status).toBe(412);
    expect((await change(`${etag}, ${changed.headers["ETag"]}`, "b")).status).toBe(200);
    expect((await change("*", "c")).status).toBe(200);
    const stale = await send(`DELETE ${at}`, { headers: { "if-match": etag } });
    expect(stale.json.code).toBe("precondition_failed");
    expect((await send(`DELETE ${at}`, { headers: { "if-match": "*" } })).status).toBe(200);
  });

  test("a repeated create with the same key is answered, not done, again", async () => {
    const again = (name: string) =>
      send("POST /api/alert-severity/", {
        headers: { "idempotency-key": "once" },
        body: severity(name),
      });
    const first = await again("Idempotent");
    const second = await again("Idempotent");
    expect(second.body).toBe(first.body);
    expect(second.headers["Idempotent-Replayed"]).toBe("true");
    expect(second.headers["ETag"]).toBe(first.headers["ETag"]);
    expect((await again("Other")).status).toBe(409);
  });
});

test("a key is rotated, and the new secret works", async () => {
  const list = await send("GET /api/api-key/get-list?limit=100", {
    body: { query: { permissions: { _type: "NotNull" } } },
  });
  const one = list.json.data.find((row: { permissions: string[] }) =>
    row.permissions.includes("Read Alert Severity"),
  );
  const at = `/api/api-key/${one._id}/rotate`;
  expect((await send(`GET ${at}`)).status).toBe(405);
  expect((await send(`POST ${at}`, { key: reader })).status).toBe(403);
  const rotated = await send(`POST ${at}`, { body: { data: { overlapMinutes: 5 } } });
  expect(rotated.status).toBe(200);
  const { key } = rotated.json;
  for (const works of [key, reader]) {
    expect((await send("POST /api/alert-severity/count", { key: works })).status).toBe(200);
  }
  const unknown = await send(`POST /api/api-key/${unknownId}/rotate`);
  expect(unknown.status).toBe(404);
});

describe("every reply", () => {
  test("has the common headers and leaves one line in the log", async () => {
    log.length = 0;
    const at = `/api/alert-severity/${unknownId}/get-item`;
    const reply = await send(`GET ${at}?limit=secret`, { headers: { "x-request-id": "mine" } });
    expect(reply.headers).toMatchObject({
      "Content-Type": "application/problem+json; charset=utf-8",
      "X-Request-Id": "mine",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    expect(reply.headers["Server-Timing"]).toMatch(/^total;dur=\d+\.\d\d$/);
    expect(reply.json.requestId).toBe("mine");
    expect(log).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        clientRequestId: "mine",
        method: "GET",
        route: "/api/{r}/:id/get-item",
        status: 404,
        durationMs: expect.any(Number),
        callerId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        keyName: "Test key",
        resource: "alert-severity",
        operation: "get",
      },
    ]);
  });

  test("to HEAD has the headers of GET and no body", async () => {
    const reply = await send("HEAD /api/alert-severity/get-list");
    expect([reply.status, reply.body]).toEqual([200, ""]);
    expect(reply.headers["Content-Type"]).toContain("application/json");
  });

  test("to a public route needs no key", async () => {
    expect((await send("GET /healthz", { key: "" })).json).toEqual({ status: "ok" });
    expect((await send("GET /readyz", { key: "" })).json).toEqual({ status: "ok" });
    expect((await send("GET /api/openapi.json", { key: "" })).json).toEqual({ openapi: "3.1.0" });
    expect((await send("POST /healthz", { key: "" })).status).toBe(405);
  });

  test("is 413 for a body that is too large", async () => {
    const reply = await send("POST /api/alert-severity", { body: severity("x".repeat(10_000)) });
    expect(reply.status).toBe(413);
  });

  test("is a problem also where an adapter refuses", () => {
    const request = { method: "POST", headers: { "x-request-id": "r" } };
    const reply = refuse(request, new AppError("unavailable", "Closing."));
    expect(reply.status).toBe(503);
    expect(reply.headers).toMatchObject({ "X-Request-Id": "r", "Retry-After": "2" });
    expect(reply.headers).not.toHaveProperty("Access-Control-Allow-Origin");
  });

  test("is readable for pages of a listed origin also where an adapter refuses", () => {
    const origin = "https://status.example.com";
    const request = { method: "POST", headers: { origin } };
    const reply = refuse(request, new AppError("unavailable", "Closing."), [origin]);
    expect(reply.headers).toMatchObject({
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": expect.stringContaining("RateLimit-Remaining"),
    });
  });
});

test("a failure reveals nothing to the client and everything to the log", async () => {
  const closed = await openStore({
    url: "memory:",
    resources: [...resources.values()],
    queryTimeoutMs: 1_000,
  });
  const entries: RequestLogEntry[] = [];
  const failing = createHandler({
    store: closed,
    policy: { references: "loose" },
    maxBodyBytes: 100,
    now: () => new Date(),
    log: (entry) => entries.push(entry),
    openApi: () => {
      throw new Error("secret of /srv");
    },
  });
  const request = { method: "GET", query: "", headers: {}, body: "" };
  const broken = await failing({ ...request, path: "/api/openapi.json" });
  expect(broken.status).toBe(500);
  expect(broken.body).not.toContain("secret");
  await closed.close();
  const unready = await failing({ ...request, path: "/readyz" });
  expect(unready.status).toBe(503);
  expect(entries.map(({ error }) => error instanceof Error)).toEqual([true, true]);
});
