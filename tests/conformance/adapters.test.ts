import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/api/[...path]/route";
import { application } from "@/lib/app";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { createDeploymentServer } from "@/lib/server/process/create-server";
import { newId } from "@/lib/store/port/new-id";
import { type Answer, type Ask, askServer } from "@/tests/server/ask-server";
import { adminKey } from "@/tests/server/server-process";

// Processes start slowly while others keep the machine busy.
const projectId = newId();
let server: Server;
let label: string;
let tag: string;

beforeAll(async () => {
  const settings = {
    DATABASE_URL: "memory:",
    DEMO: "0",
    LOG_LEVEL: "silent",
    MAX_BODY_BYTES: "20000",
    RATE_LIMIT: "off",
    ADMIN_API_KEY: adminKey,
    ADMIN_EMAIL: "owner@example.com",
    ADMIN_PASSWORD: "a password for tests",
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const served = await application();
  const pages = async () => {
    throw new Error("No page is asked for here.");
  };
  server = createDeploymentServer({ application: served, pages });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const data = { projectId, name: "Ümlaut 🔔", color: "#123456" };
  const made = await byServer("POST", "/api/label", { body: { data } });
  label = String(made.body["_id"]);
  tag = String(made.headers["etag"]);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await (await application()).close();
  vi.unstubAllEnvs();
});

function byServer(method: string, path: string, ask: Ask): Promise<Answer> {
  return askServer((server.address() as AddressInfo).port, method, path, ask);
}

/** The functions of the route handler, as Next.js calls them. */
const route = new Map(Object.entries({ DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT }));

async function byRoute(method: string, path: string, ask: Ask): Promise<Answer> {
  const { key = adminKey, body, headers } = ask;
  const sent = new Headers(key === null ? {} : { ApiKey: key });
  if (body !== undefined) sent.set("Content-Type", "application/json");
  for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, String(value));
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: sent,
    ...(body !== undefined && { body: bytesOf(body) }),
  });
  const response = await (route.get(method) ?? GET)(request);
  const text = await response.text();
  const parsed = text === "" ? {} : (JSON.parse(text) as JsonObject);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: parsed,
  };
}

function bytesOf(body: JsonValue | Buffer): Uint8Array<ArrayBuffer> {
  if (Buffer.isBuffer(body)) return Uint8Array.from(body);
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

/**
 * Returns the parts of a response that must be equal: without headers of the transport and values
 * that are new with each request.
 */
function comparable({ status, headers, text }: Answer) {
  const { date, connection, vary, "keep-alive": _, "content-length": __, ...own } = headers;
  const { "server-timing": timing, "x-request-id": requestId, ...rest } = own;
  expect(timing).toMatch(/^total;dur=/);
  const id = String(requestId);
  return { status, headers: rest, hasId: id.length > 0, text: text.replaceAll(id, "the id") };
}

const json = { data: { name: "x" } };
const rows: [string, string, string | (() => string), (Ask | (() => Ask))?][] = [
  ["a list", "GET", "/api/label/get-list"],
  ["a list by POST", "POST", "/api/label/get-list", { body: { select: { name: true } } }],
  [
    "a list with a query string",
    "GET",
    "/api/label/get-list?limit=3&skip=0&select=%7B%22name%22%3Atrue%7D",
  ],
  ["a query that is none", "GET", "/api/label/get-list?query=%7B"],
  ["a broken query string", "GET", "/api/label/get-list?limit=%zz"],
  ["a limit that is none", "GET", "/api/label/get-list?limit=x"],
  ["a count", "POST", "/api/label/count", { body: { query: { projectId } } }],
  ["a record", "GET", () => `/api/label/${label}/get-item`],
  ["a record, its id in capitals", "GET", () => `/api/label/${label.toUpperCase()}/get-item`],
  ["a record, a slash behind", "GET", () => `/api/label/${label}/get-item/`],
  ["an escaped path", "GET", () => `/api/l%61bel/${label}/get%2ditem`],
  ["an escaped slash", "GET", () => `/api/label%2f${label}/get-item`],
  ["HEAD of a record", "HEAD", () => `/api/label/${label}/get-item`],
  [
    "an unchanged record",
    "GET",
    () => `/api/label/${label}/get-item`,
    () => ({ headers: { "If-None-Match": tag } }),
  ],
  [
    "a stale version",
    "PUT",
    () => `/api/label/${label}`,
    { body: json, headers: { "If-Match": '"9-x"' } },
  ],
  ["no such id", "GET", "/api/label/0190a000-0000-7000-8000-0000000000ff/get-item"],
  ["an id that is none", "GET", "/api/label/1/get-item"],
  ["no such path", "GET", "/api/nothing/get-list"],
  ["nothing at all", "GET", "/api/"],
  ["OPTIONS", "OPTIONS", "/api/label/count"],
  ["PATCH", "PATCH", "/api/label/count", { body: {} }],
  ["DELETE of a list", "DELETE", "/api/label/get-list"],
  [
    "a method too many",
    "PUT",
    "/api/incident-episode-feed/0190a000-0000-7000-8000-0000000000ff",
    { body: json },
  ],
  ["no key", "GET", "/api/label/get-list", { key: null }],
  ["a wrong key", "GET", "/api/label/get-list", { key: "toc_wrong-0123456789012345" }],
  ["two keys", "GET", "/api/label/get-list", { key: `${adminKey}, ${adminKey}` }],
  ["no data", "POST", "/api/label", { body: {} }],
  ["wrong data", "POST", "/api/label", { body: { data: { name: 1, colour: "red" } } }],
  ["broken JSON", "POST", "/api/label", { body: '{"data":\n {]' }],
  ["JSON that is no object", "POST", "/api/label", { body: "[]" }],
  ["a blank body", "POST", "/api/label/count", { body: "  " }],
  ["no UTF-8", "POST", "/api/label", { body: Buffer.from([0x22, 0xff, 0x22]) }],
  ["a byte order mark", "POST", "/api/label/count", { body: "\ufeff{}" }],
  ["another type", "POST", "/api/label", { body: "{}", headers: { "Content-Type": "text/plain" } }],
  [
    "a charset",
    "POST",
    "/api/label/count",
    { body: "{}", headers: { "Content-Type": "application/json; charset=utf-8" } },
  ],
  [
    "a compressed body",
    "POST",
    "/api/label",
    { body: Buffer.from([0x1f, 0x8b]), headers: { "Content-Encoding": "gzip" } },
  ],
  ["too large a body", "POST", "/api/label/count", { body: `{}${" ".repeat(20_000)}` }],
  ["a body at the limit", "POST", "/api/label/count", { body: `{}${" ".repeat(19_998)}` }],
  [
    "a key that is reused",
    "POST",
    "/api/label",
    { body: json, headers: { "Idempotency-Key": "a b" } },
  ],
  ["a client's own id", "GET", "/api/label/count", { headers: { "X-Request-Id": "mine-1" } }],
  [
    "an id that is not well-formed",
    "GET",
    "/api/label/count",
    { headers: { "X-Request-Id": "a b" } },
  ],
  ["a large body of nobody", "POST", "/api/label", { key: null, body: " ".repeat(100_000) }],
  [
    "a large body of a wrong key",
    "POST",
    "/api/label",
    { key: "toc_wrong-0123456789012345", body: " ".repeat(100_000) },
  ],
  [
    "a large body to sign in",
    "POST",
    "/api/auth/sign-in/email",
    { key: null, body: " ".repeat(16_385) },
  ],
  ["too many keys", "POST", "/api/label/count", { body: `{"a":${'{"b":1},'.repeat(4)}` }],
  ["a path that holds NUL", "GET", "/api/%00"],
  ["a path that holds a line break", "GET", "/api/%0d%0a"],
  ["a path that holds a backslash", "GET", "/api/%5c"],
  ["a path that does not decode", "GET", "/api/%zz"],
  ["dots behind an encoded slash", "GET", "/api/label%2f..%2fme"],
  [
    "two cookies of nobody",
    "GET",
    "/api/me",
    { key: null, headers: { Cookie: "tocsin=a; tocsin=b" } },
  ],
  ["the contract", "GET", "/api/openapi.json", { key: null }],
];

describe("Node's server and the route handler answer alike", () => {
  it.each(rows)("%s", async (_, method, path, ask = {}) => {
    const [at, asked] = [
      typeof path === "function" ? path() : path,
      typeof ask === "function" ? ask() : ask,
    ];
    const [one, other] = [await byServer(method, at, asked), await byRoute(method, at, asked)];
    expect(comparable(other)).toEqual(comparable(one));
  });

  it("writes: each reads the other's records", async () => {
    const ways = [byServer, byRoute];
    for (const [index, write] of ways.entries()) {
      const read = ways[1 - index] ?? write;
      const data = { projectId, name: `Written by ${index}`, color: "#abcdef" };
      const made = await write("POST", "/api/label", { body: { data } });
      expect(made.status).toBe(200);
      const path = `/api/label/${made.body["_id"]}`;
      const found = await read("POST", `${path}/get-item`, { body: {} });
      expect(found.body).toEqual(made.body);
      expect(found.headers["etag"]).toBe(made.headers["etag"]);
      const headers = { "If-Match": String(made.headers["etag"]) };
      const body = { data: { name: `Changed by ${index}` } };
      const changed = await read("PUT", path, { body, headers });
      expect([changed.status, changed.text]).toEqual([200, "{}"]);
      expect((await write("PUT", path, { body, headers })).status).toBe(412);
      expect((await write("GET", `${path}/update-item`, {})).status).toBe(400);
      expect((await read("GET", `${path}/delete-item`, {})).text).toBe("{}");
      expect((await write("DELETE", path, {})).status).toBe(404);
    }
  });

  it("an Idempotency-Key holds for both", async () => {
    const headers = { "Idempotency-Key": "adapters-1" };
    const body = { data: { projectId, name: "Once", color: "#abcdef" } };
    const made = await byServer("POST", "/api/label", { body, headers });
    const again = await byRoute("POST", "/api/label", { body, headers });
    expect(again.text).toBe(made.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });
});
