import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/store/port/new-id";
import { askRaw, askServer } from "@/tests/server/ask-server";
import { leaksIn } from "@/tests/server/leak-patterns";
import { adminKey, bundleServer, type Served, startServer } from "@/tests/server/server-process";

// Processes start slowly while others keep the machine busy.
const maxBodyBytes = 100_000;
let served: Served;
beforeAll(async () => {
  served = await startServer(await bundleServer(), { MAX_BODY_BYTES: String(maxBodyBytes) });
});
afterAll(async () => {
  const { code, stderr } = await served.stop();
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

// The process survives every request, and handles the next one normally.
afterEach(async () => {
  expect(served.process.exitCode).toBeNull();
  const health = await askServer(served.port, "GET", "/healthz", { key: null });
  expect(health.body).toEqual({ status: "ok" });
  const count = await askServer(served.port, "POST", "/api/incident/count", { body: {} });
  expect(count.status).toBe(200);
});

const host = "Host: h\r\n";
const key = `ApiKey: ${adminKey}\r\n`;
const close = "Connection: close\r\n";
const json = "Content-Type: application/json\r\n";

/**
 * Returns the statuses of all responses in a text. Checks that each refusal is a problem document.
 */
function statusesIn(text: string): number[] {
  expect(leaksIn(text)).toEqual([]);
  return [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

describe("bytes that are no valid request", () => {
  it.each<[string, string, number]>([
    ["nonsense", "NONSENSE\r\n\r\n", 400],
    ["a bare line", "\r\n\r\nGET\r\n\r\n", 400],
    ["HTTP/0.9", "GET /api/incident/count\r\n\r\n", 401],
    ["HTTP/9.9", `GET / HTTP/9.9\r\n${host}\r\n`, 400],
    ["no host", `GET /healthz HTTP/1.1\r\n${close}\r\n`, 400],
    ["two hosts", `GET /healthz HTTP/1.1\r\n${host}Host: other\r\n${close}\r\n`, 400],
    ["the same host twice", `GET /healthz HTTP/1.1\r\n${host}${host}${close}\r\n`, 400],
    ["a dot segment", `GET /./api/me HTTP/1.1\r\n${host}${key}${close}\r\n`, 400],
    ["two dots", `GET /x/../api/me HTTP/1.1\r\n${host}${key}${close}\r\n`, 400],
    ["two dots at the end", `GET /api/me/.. HTTP/1.1\r\n${host}${key}${close}\r\n`, 400],
    ["encoded dots", `GET /x/%2e%2E/api/me HTTP/1.1\r\n${host}${key}${close}\r\n`, 400],
    ["half encoded dots", `GET /x/.%2e/api/me HTTP/1.1\r\n${host}${key}${close}\r\n`, 400],
    [
      "dots behind an encoded slash",
      `GET /x%2f../api/me HTTP/1.1\r\n${host}${key}${close}\r\n`,
      400,
    ],
    ["a TLS hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["NUL in a header", `GET /healthz HTTP/1.1\r\n${host}A: \0\r\n\r\n`, 400],
    ["a folded header", `GET /healthz HTTP/1.1\r\n${host}A: b\r\n c\r\n${close}\r\n`, 400],
    ["a header without a colon", `GET /healthz HTTP/1.1\r\n${host}Abc\r\n\r\n`, 400],
    ["a space before the colon", `GET /healthz HTTP/1.1\r\n${host}A : b\r\n\r\n`, 400],
    ["headers of 20 KB", `GET /healthz HTTP/1.1\r\n${host}A: ${"a".repeat(20_000)}\r\n\r\n`, 400],
    ["500 headers in 20 KB", `GET / HTTP/1.1\r\n${host}${header(500, 30)}\r\n`, 400],
    ["a target of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 400],
    ["a target of 9 KB", `GET /api/${"a".repeat(9_000)} HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["a target with a space", `GET /api/a b HTTP/1.1\r\n${host}\r\n`, 400],
    ["a target in authority form", `GET h:80 HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["an asterisk", `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["a broken escape", `GET /api/%zz HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["bytes that are no UTF-8", `GET /api/%ff%fe HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["an overlong slash", `GET /api/%c0%af HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["an unknown expectation", post("Expect: 200-maybe\r\nContent-Length: 2\r\n", "{}"), 400],
    ["a NUL in the path", `GET /api/%00 HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["a line break in the path", `GET /api/%0d%0a HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["a backslash", `GET /api/%5c HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["TRACE", `TRACE /api/incident/count HTTP/1.1\r\n${host}${close}\r\n`, 405],
    ["an unknown method", `BREW /api/incident/count HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ["PROPFIND", `PROPFIND /api/incident/count HTTP/1.1\r\n${host}${close}\r\n`, 405],
    ["PATCH", `PATCH /api/incident/${newId()} HTTP/1.1\r\n${host}${key}${close}\r\n`, 405],
    [
      "a WebSocket",
      `GET /api HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      400,
    ],
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"), 400],
    ["a length and chunks", post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "{}"), 400],
    ["a length that is none", post("Content-Length: 1e3\r\n", "{}"), 400],
    ["a negative length", post("Content-Length: -1\r\n", "{}"), 400],
    ["an endless length", post(`Content-Length: ${"9".repeat(30)}\r\n`, "{}"), 400],
    ["chunks that are none", post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"), 400],
    ["a coding that is not known", post("Transfer-Encoding: gzip\r\n", "{}"), 400],
    ["a gzipped body", post("Content-Encoding: gzip\r\nContent-Length: 2\r\n", "\x1f\x8b"), 415],
    ["a body that is no UTF-8", post("Content-Length: 4\r\n", '"\xff\xfe"'), 400],
    ["a body that is no JSON", post("Content-Length: 2\r\n", "{]"), 400],
  ])("%s", async (_, bytes, status) => {
    const text = await askRaw(served.port, Buffer.from(bytes, "latin1"));
    expect(statusesIn(text), text).toEqual([status]);
    expect(text).toContain("application/problem+json");
    expect(text.toLowerCase()).toContain("x-request-id: ");
  });

  it("CONNECT is no way through", async () => {
    const text = await askRaw(served.port, `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n`);
    expect(statusesIn(text).filter((status) => status < 400)).toEqual([]);
  });

  it("an upgrade to cleartext HTTP/2 is ignored", async () => {
    const upgrade =
      "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
    const text = await askRaw(served.port, `GET /healthz HTTP/1.1\r\n${host}${upgrade}\r\n`);
    expect(statusesIn(text).filter((status) => status === 101)).toEqual([]);
  });

  it("the absolute form counts as its path", async () => {
    const bytes = `GET http://other.example/api/incident/count HTTP/1.1\r\nHost: other.example\r\n${key}${close}\r\n`;
    expect(statusesIn(await askRaw(served.port, bytes))).toEqual([200]);
  });

  it("an encoded name of the API is the API, not a page", async () => {
    const bytes = `GET /%61pi/incident/count HTTP/1.1\r\n${host}${key}${close}\r\n`;
    const text = await askRaw(served.port, bytes);
    expect(statusesIn(text)).toEqual([200]);
    expect(text).toContain("default-src 'none'");
  });

  it("a second request behind the first is answered by itself", async () => {
    const one = `GET /healthz HTTP/1.1\r\n${host}\r\n`;
    const other = `GET /api/incident/count HTTP/1.1\r\n${host}${close}\r\n`;
    expect(statusesIn(await askRaw(served.port, one + other))).toEqual([200, 401]);
  });

  it("a request inside another's body is not taken for one", async () => {
    const inner = `POST /api/label HTTP/1.1\r\n${host}${key}\r\n`;
    const head = `POST /healthz HTTP/1.1\r\n${host}${json}${close}Content-Length: ${inner.length}\r\n\r\n`;
    expect(statusesIn(await askRaw(served.port, head + inner))).toEqual([405]);
  });

  it("1,000 connections that send nothing, or half a request, do no harm", async () => {
    const halves = ["", "G", "GET /healthz HTT", `GET /healthz HTTP/1.1\r\n${host}`];
    const sockets = Array.from({ length: 300 }, (_, index) => {
      const socket = connect(served.port, "127.0.0.1", () => {
        socket.write(halves[index % halves.length] ?? "");
        if (index % 3 === 0) socket.destroy();
      });
      return socket.on("error", () => undefined);
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await askServer(served.port, "GET", "/healthz")).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});

function header(count: number, length: number): string {
  return Array.from({ length: count }, (_, i) => `X-${i}: ${"a".repeat(length)}\r\n`).join("");
}

function post(headers: string, body: string): string {
  return `POST /api/incident/count HTTP/1.1\r\n${host}${key}${json}${close}${headers}\r\n${body}`;
}

describe("a body", () => {
  it("larger than the limit is 413, which the client gets to see", async () => {
    for (const size of [maxBodyBytes + 1, 20_000_000]) {
      const body = Buffer.alloc(size, 0x20);
      const reply = await askServer(served.port, "POST", "/api/incident/count", { body });
      expect(reply.status).toBe(413);
      expect(reply.body).toMatchObject({ code: "payload_too_large", status: 413 });
    }
  });

  it("larger than the limit in chunks is 413 too", async () => {
    const chunk = `${(60_000).toString(16)}\r\n${" ".repeat(60_000)}\r\n`;
    const head = `POST /api/incident/count HTTP/1.1\r\n${host}${key}${json}${close}Transfer-Encoding: chunked\r\n\r\n`;
    expect(statusesIn(await askRaw(served.port, `${head}${chunk.repeat(4)}0\r\n\r\n`))).toEqual([
      413,
    ]);
  });

  it("at the limit is taken", async () => {
    const body = Buffer.from(`{}${" ".repeat(maxBodyBytes - 2)}`);
    expect((await askServer(served.port, "POST", "/api/incident/count", { body })).status).toBe(
      200,
    );
  });

  it("that comes slowly is waited for", async () => {
    const text = await new Promise<string>((resolve) => {
      let got = "";
      const socket = connect(served.port, "127.0.0.1", async () => {
        socket.write(post("Content-Length: 12\r\n", ""));
        for (const part of ['{"q', "uer", 'y":', "{}}"]) {
          await new Promise((go) => setTimeout(go, 60));
          socket.write(part);
        }
      });
      socket.on("data", (part) => {
        got += part;
      });
      socket.on("close", () => resolve(got));
    });
    expect(statusesIn(text), text).toEqual([200]);
  });

  it("that is cut off stores nothing", async () => {
    const projectId = newId();
    const data = JSON.stringify({ data: { projectId, name: "Cut off", color: "#123456" } });
    const head = `POST /api/label HTTP/1.1\r\n${host}${key}${json}Content-Length: ${data.length}\r\n\r\n`;
    for (let at = 0; at < data.length; at += 9) {
      await new Promise<void>((resolve) => {
        const socket = connect(served.port, "127.0.0.1", () => {
          socket.write(head + data.slice(0, at), () => socket.destroy());
        });
        socket.on("close", () => resolve());
      });
    }
    const body = { query: { projectId } };
    const reply = await askServer(served.port, "POST", "/api/label/count", { body });
    expect(reply.body).toEqual({ count: 0 });
  });
});

describe("over real HTTP", () => {
  it("a GET carries a body: read, update and delete work by it", async () => {
    const projectId = newId();
    const data = { projectId, name: "By GET", color: "#123456" };
    const made = await askServer(served.port, "POST", "/api/label", { body: { data } });
    const path = `/api/label/${made.body["_id"]}`;
    const update = { data: { name: "By GET, changed" } };
    const updated = await askServer(served.port, "GET", `${path}/update-item`, { body: update });
    expect([updated.status, updated.body]).toEqual([200, {}]);
    const select = { select: { name: true } };
    const read = await askServer(served.port, "GET", `${path}/get-item`, { body: select });
    expect(read.body).toEqual({ _id: made.body["_id"], name: "By GET, changed" });
    const body = { ...select, query: { projectId } };
    const list = await askServer(served.port, "GET", "/api/label/get-list", { body });
    expect(list.body).toMatchObject({ count: 1, data: [read.body] });
    const gone = await askServer(served.port, "GET", `${path}/delete-item`);
    expect([gone.status, gone.body]).toEqual([200, {}]);
    expect((await askServer(served.port, "GET", `${path}/get-item`)).status).toBe(404);
  });

  it("a slash at the end changes nothing", async () => {
    for (const path of ["/api/label/count", "/api/label/get-list", "/healthz", "/readyz"]) {
      const [plain, slashed] = await Promise.all(
        [path, `${path}/`].map((one) => askServer(served.port, "GET", one)),
      );
      expect([slashed?.status, slashed?.body]).toEqual([plain?.status, plain?.body]);
    }
  });

  it.each([
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-middleware-subrequest": "src/middleware", "x-middleware-next": "1" },
    { "next-action": "x", "content-type": "text/plain" },
    { rsc: "1", "next-router-state-tree": "%5B%5D", "next-router-prefetch": "1" },
    { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "h", "x-original-url": "/healthz" },
    { "x-http-method-override": "DELETE", "x-rewrite-url": "/healthz" },
    { projectid: newId(), "is-multi-tenant-query": "true", tenantid: newId() },
  ])("%o grants no access", async (headers) => {
    const path = "/api/incident/get-list";
    const closed = await askServer(served.port, "GET", path, { key: null, headers });
    expect(closed.status).toBe(401);
    const open = await askServer(served.port, "GET", path, { headers });
    expect([open.status, open.body]).toEqual([200, { count: 0, limit: 10, skip: 0, data: [] }]);
  });

  it.each([
    `/api/incident/get-list?apikey=${adminKey}`,
    `/api/incident/get-list?ApiKey=${adminKey}&api_key=${adminKey}&key=${adminKey}`,
    `/api/${adminKey}/get-list`,
  ])("a key in the URL is ignored: %#", async (path) => {
    expect((await askServer(served.port, "GET", path, { key: null })).status).toBe(401);
  });

  it("every spelling of the key's header is one, two of them are none", async () => {
    for (const name of ["ApiKey", "APIKey", "apikey", "APIKEY"]) {
      const bytes = `GET /api/incident/count HTTP/1.1\r\n${host}${name}: ${adminKey}\r\n${close}\r\n`;
      expect(statusesIn(await askRaw(served.port, bytes))).toEqual([200]);
      const twice = `GET /api/incident/count HTTP/1.1\r\n${host}${key}${name}: x\r\n${close}\r\n`;
      expect(statusesIn(await askRaw(served.port, twice))).toEqual([401]);
    }
  });

  it("names neither the server nor its parts", async () => {
    for (const path of ["/healthz", "/api/nothing", "/api/openapi.json", "/api/incident/count"]) {
      const { headers, text } = await askServer(served.port, "GET", path);
      expect(headers).not.toHaveProperty("x-powered-by");
      expect(headers).not.toHaveProperty("server");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cache-control"]).toBe("no-store");
      expect(leaksIn(text)).toEqual([]);
    }
  });
});
