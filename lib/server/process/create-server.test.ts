import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Application } from "@/lib/app";
import { readEnvironment } from "@/lib/env";
import { callerTags } from "@/lib/http/guard/caller-tags";
import { refuse } from "@/lib/http/handle";
import { createLog } from "@/lib/observability/log";
import { AdmissionQueue } from "@/lib/server/admission/admission-queue";
import { serverOverloaded } from "@/lib/server/admission/overload-errors";
import { createDeploymentServer } from "./create-server";
import { createListener } from "./listener";

const maxBodyBytes = 2_000;
let handle: Application["handle"];
const troubles: string[] = [];
const byForwarded = callerTags({ trustedProxies: 1 });
let server: Server;
let port: number;

const application: Application = {
  handle: (request) => handle(request),
  tags: callerTags({}),
  settings: readEnvironment({ MAX_BODY_BYTES: String(maxBodyBytes) }),
  log: { ...createLog("silent"), trouble: (what) => troubles.push(what) },
  warmUp: async () => undefined,
  beginStopping: () => undefined,
  isStopping: () => false,
  close: async () => undefined,
};

const pages = async (request: IncomingMessage, response: ServerResponse) => {
  response.end(`page, ${JSON.stringify(request.headers)}`);
};

beforeAll(async () => {
  server = createDeploymentServer({ application, pages });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function echo(): void {
  handle = async ({ more, ...request }) => ({
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...request, ...(await more?.("a caller")) }),
  });
}

interface Reply {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

function ask(
  method: string,
  path: string,
  body: string | Buffer = "",
  headers = {},
  at = port,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: at, method, path, headers };
    const asking = send(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => {
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    });
    asking.on("error", reject).end(body);
  });
}

function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("close", () => resolve(text)).on("error", reject);
  });
}

function problem({ text }: Reply): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

test("where TLS is declared, every reply tells browsers to keep to it; elsewhere none does", async () => {
  echo();
  expect((await ask("GET", "/api/x")).headers).not.toHaveProperty("strict-transport-security");
  const settings = readEnvironment({ PUBLIC_URL: "https://tocsin.example" });
  const secure = createDeploymentServer({ application: { ...application, settings }, pages });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const { port } = secure.address() as AddressInfo;
  for (const path of ["/api/x", "/a-page"]) {
    const { headers } = await ask("GET", path, "", {}, port);
    expect(headers).toMatchObject({ "strict-transport-security": "max-age=31536000" });
  }
  secure.closeAllConnections();
  secure.close();
});

describe("a request to the API", () => {
  test("has its method, path, query string, headers and body as sent", async () => {
    echo();
    const reply = await ask("GET", "/api/incident/get-list?limit=3&q=%C3%A4", '{"ä":1}', {
      ApiKey: "k",
      "Content-Length": 8,
    });
    expect(JSON.parse(reply.text)).toMatchObject({
      method: "GET",
      path: "/api/incident/get-list",
      query: "limit=3&q=%C3%A4",
      headers: { apikey: "k" },
      body: '{"ä":1}',
    });
  });

  test("has headers that were sent twice joined", async () => {
    echo();
    const text = await raw(
      "GET /api HTTP/1.1\r\nHost: h\r\nAuthorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n",
    );
    expect(text).toContain('"authorization":"a, b"');
  });

  test.each(["/api", "/api/x", "/healthz", "/readyz", "/llms.txt", "http://other.example/api/x?y"])(
    "counts %s as the API",
    async (path) => {
      echo();
      expect((await ask("GET", path)).text).toMatch(/^\{"method"/);
    },
  );

  test.each(["/", "/apis", "/docs", "/healthzz", "/llms.txt/x"])(
    "counts %s as a page",
    async (path) => {
      expect((await ask("GET", path)).text).toMatch(/^page/);
    },
  );

  test("has no length in the reply to HEAD", async () => {
    handle = async () => ({ status: 200, headers: {}, body: "" });
    const reply = await ask("HEAD", "/api/x");
    expect(reply.headers).not.toHaveProperty("content-length");
  });
});

describe("the server refuses", () => {
  test.each([
    ["/a%zz", "begins no valid escape"],
    ["/a%ff", "begins no valid escape"],
    ["/api/%00", "control character"],
    ["/a%0d%0ab", "control character"],
    ["/%5c/evil.example", "backslash"],
    ["*", "does not begin with a slash"],
  ])("%s with 400", async (path, why) => {
    const reply = await ask("GET", path);
    expect(reply.status).toBe(400);
    expect(reply.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(problem(reply)).toMatchObject({ code: "validation", status: 400 });
    expect(problem(reply).message).toContain(why);
    expect(problem(reply).requestId).toBe(reply.headers["x-request-id"]);
  });

  test("an address of more than 8192 characters with 400", async () => {
    const reply = await ask("GET", `/${"a".repeat(8_192)}`);
    expect(problem(reply).message).toContain("longer than 8192 characters");
  });

  test.each([
    ["TRACE", "/api/x"],
    ["PROPFIND", "/api/x"],
    ["TRACE", "/"],
    ["POST", "/"],
    ["DELETE", "/docs"],
  ])("%s %s with 405 and the methods of the path", async (method, path) => {
    const reply = await ask(method, path);
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toContain("GET");
  });

  test("TRACE with the methods of its path alone", async () => {
    const { headers } = await ask("TRACE", "/api/incident/count");
    expect(headers.allow).toBe("GET, HEAD, OPTIONS, POST");
  });

  test("a WebSocket with 400", async () => {
    const text = await raw(
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    );
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });

  test.each([
    ["malformed lines", "NONSENSE\r\n\r\n"],
    ["a missing host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["headers of more than 16 KB", `GET / HTTP/1.1\r\nHost: h\r\nA: ${"a".repeat(17_000)}\r\n\r\n`],
    [
      "two lengths",
      "POST /api HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    ],
  ])("%s with 400", async (_what, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  });

  test("headers that only the framework may set are taken out", async () => {
    const reply = await ask("GET", "/", "", {
      "x-middleware-subrequest": "middleware",
      "next-action": "1",
      "x-mine": "kept",
    });
    expect(reply.text).not.toMatch(/middleware|next-action/);
    expect(reply.text).toContain('"x-mine":"kept"');
  });
});

describe("a body", () => {
  test("at the limit is taken, one byte more is 413", async () => {
    echo();
    expect((await ask("POST", "/api/x", "a".repeat(maxBodyBytes))).status).toBe(200);
    const reply = await ask("POST", "/api/x", "a".repeat(maxBodyBytes + 1));
    expect(reply.status).toBe(413);
    expect(problem(reply).code).toBe("payload_too_large");
  });

  test("without a length is counted while it comes", async () => {
    const chunked = { "Transfer-Encoding": "chunked" };
    expect((await ask("POST", "/api/x", "a".repeat(maxBodyBytes + 1), chunked)).status).toBe(413);
  });

  test("of many megabytes is read to its end, so that the answer is seen", async () => {
    echo();
    const reply = await ask("POST", "/api/x", "a".repeat(20_000_000));
    expect(reply.status).toBe(413);
  });

  test("that is no UTF-8 is 400", async () => {
    echo();
    const reply = await ask("POST", "/api/x", Buffer.from([0x22, 0xc3, 0x22]));
    expect(problem(reply)).toMatchObject({
      status: 400,
      message: expect.stringContaining("UTF-8"),
    });
  });

  test("that ends early harms nobody", async () => {
    echo();
    await new Promise<void>((resolve) => {
      const head = "POST /api/x HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc";
      const socket = connect(port, "127.0.0.1", () => socket.write(head, () => socket.destroy()));
      socket.on("close", () => resolve());
    });
    expect((await ask("GET", "/api/x")).status).toBe(200);
    expect(troubles, "what the log calls our trouble").toEqual([]);
  });
});

describe("a fault", () => {
  test("in one request is answered 500 without its words, and the next one works", async () => {
    handle = () => Promise.reject(new Error("a secret of the inside"));
    const reply = await ask("GET", "/api/x", "", { "X-Request-Id": "mine-1" });
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("secret");
    expect(problem(reply)).toMatchObject({ code: "internal", requestId: "mine-1" });
    expect(troubles.splice(0)).toEqual(["a request failed in the server"]);
    echo();
    expect((await ask("GET", "/api/x")).status).toBe(200);
  });
});

describe("a request rejected by overload", () => {
  const settings = readEnvironment({
    QUEUE_TIMEOUT_MS: "200",
    CORS_ORIGINS: "https://pages.example",
    PUBLIC_URL: "https://tocsin.example",
  });
  const sentAway: string[] = [];
  const served: string[] = [];
  const log: Application["log"] = {
    ...createLog("silent"),
    // One log line per rejection would cost more than the rejection.
    request: ({ route }) => served.push(route),
    turnedAway: ({ method }) => sentAway.push(method),
  };
  let begun = 0;
  let release: () => void = () => undefined;
  let crowded: Server;
  let at: number;

  beforeAll(async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Application["handle"] = async ({ path }) => {
      begun += 1;
      if (path !== "/healthz") await held;
      return { status: 200, headers: {}, body: "answered" };
    };
    crowded = createDeploymentServer({
      application: { ...application, handle: slow, settings, log, tags: byForwarded },
      pages,
    });
    await new Promise<void>((resolve) => crowded.listen(0, "127.0.0.1", resolve));
    at = (crowded.address() as AddressInfo).port;
  });
  afterAll(() => {
    crowded.closeAllConnections();
    crowded.close();
  });

  test("gets the form of any refusal, whether it waited or not, and is counted", async () => {
    const inWork = Array.from({ length: 64 }, (_, of) =>
      ask("GET", `/api/${of}`, "", from(of), at),
    );
    await vi.waitFor(() => expect(begun).toBe(64));
    const headers = { "X-Request-Id": "mine-1", Origin: "https://pages.example" };
    const waited = Array.from({ length: 80 }, () => ask("POST", "/api/x", "{}", headers, at));
    const [late = await ask("GET", "/")] = await Promise.all(waited);
    const expected = refuse(
      { method: "POST", headers: { "x-request-id": "mine-1" } },
      serverOverloaded,
    );
    expect(late.status).toBe(503);
    expect(problem(late)).toEqual(JSON.parse(expected.body));
    expect(late.headers).toMatchObject({
      "retry-after": "1",
      "x-request-id": "mine-1",
      "content-length": String(expected.body.length),
      "access-control-allow-origin": "https://pages.example",
      "strict-transport-security": "max-age=31536000",
      ...lowerCased(expected.headers),
    });
    // While these requests wait, new ones are rejected. Health checks never wait.
    const first = Array.from({ length: 80 }, () => ask("GET", "/page", "", {}, at));
    await pause(185);
    const early = await Promise.all([
      ask("GET", "/api/x", "", {}, at),
      ask("HEAD", "/page", "", {}, at),
    ]);
    expect((await ask("GET", "/healthz", "", {}, at)).text).toBe("answered");
    await ask("GET", "/_next/static/a.js", "", {}, at);
    expect(served).toEqual(["/_next/static/a.js"]);
    expect(early.map(({ status }) => status)).toEqual([503, 503]);
    const [get, head] = early;
    expect(get && problem(get).requestId).toBe(get?.headers["x-request-id"]);
    expect(head?.text).toBe("");
    expect(new Set((await Promise.all(first)).map(({ status }) => status))).toEqual(new Set([503]));
    const counts = ["GET", "HEAD", "POST"].map((one) =>
      sentAway.filter((method) => method === one),
    );
    expect(counts.map(({ length }) => length)).toEqual([81, 1, 80]);
    expect(begun).toBe(65);
    release();
    expect((await Promise.all(inWork)).map(({ status }) => status)).not.toContain(503);
  });
});

/** Headers of one of two callers. Neither caller may have all slots. */
function from(place: number): Record<string, string> {
  return { "X-Forwarded-For": `192.0.2.${place % 2}` };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

test("a request that takes longer than the idle timeout is answered", async () => {
  handle = async () => {
    await pause(600);
    return { status: 200, headers: {}, body: "late" };
  };
  const strict = createDeploymentServer({ application, pages }).setTimeout(150);
  await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
  const at = (strict.address() as AddressInfo).port;
  expect((await ask("GET", "/api/x", "", {}, at)).text).toBe("late");
  const idle = connect(at, "127.0.0.1");
  idle.write(
    "GET /api/x HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\n\r\nGET /api/x HTTP/1.1\r\nHost: h\r\n\r\n",
  );
  const text = await new Promise<string>((resolve) => {
    let all = "";
    idle.setEncoding("utf8").on("data", (part: string) => {
      all += part;
      if (all.split("late").length === 3) resolve(all);
    });
    idle.on("close", () => resolve(all));
  });
  expect(text.split("late")).toHaveLength(3);
  idle.destroy();
  strict.closeAllConnections();
  strict.close();
});

test("a connection without a request in progress ends after the idle timeout", async () => {
  handle = async () => {
    await pause(300);
    return { status: 200, headers: {}, body: "late" };
  };
  const strict = createDeploymentServer({ application, pages }).setTimeout(100);
  strict.keepAliveTimeout = 200;
  await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
  const at = (strict.address() as AddressInfo).port;
  const endOf = (sent: string) =>
    new Promise<string>((resolve) => {
      const connection = connect(at, "127.0.0.1");
      let all = "";
      connection.setEncoding("utf8").on("data", (part: string) => {
        all += part;
      });
      connection.on("close", () => resolve(all));
      connection.write(sent);
    });
  const [silent, slow, answered] = await Promise.all([
    endOf(""),
    endOf("POST /api/x HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n{"),
    endOf("GET /api/x HTTP/1.1\r\nHost: h\r\n\r\n"),
  ]);
  expect(silent).toBe("");
  expect(slow).not.toContain("200 OK");
  expect(answered).toMatch(/200 OK[\s\S]*late$/);
  strict.close();
});

test("a client that does not read its response is disconnected after the idle timeout", async () => {
  handle = async () => ({ status: 200, headers: {}, body: "x".repeat(50_000_000) });
  const strict = createDeploymentServer({ application, pages }).setTimeout(150);
  await new Promise<void>((resolve) => strict.listen(0, "127.0.0.1", resolve));
  const connected = new Promise<void>((resolve) => {
    strict.once("connection", (socket) => socket.once("close", () => resolve()));
  });
  const reader = connect((strict.address() as AddressInfo).port, "127.0.0.1");
  reader.on("error", () => undefined).pause();
  reader.write("GET /api/x HTTP/1.1\r\nHost: h\r\n\r\n");
  await connected;
  reader.destroy();
  strict.close();
});

test("a server that closes finishes what is in flight and ends the connection", async () => {
  handle = async () => {
    server.close();
    return { status: 200, headers: {}, body: "in flight" };
  };
  const text = await raw("GET /api/x HTTP/1.1\r\nHost: h\r\n\r\n");
  expect(text).toMatch(/\r\nConnection: close\r\n[\s\S]*in flight$/);
});

test("a server that closes answers late requests on open connections and ends each", async () => {
  echo();
  const queue = new AdmissionQueue(1_000);
  const closing = createServer(
    createListener({ application, pages, isClosing: () => true, queue }),
  );
  await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
  const at = (closing.address() as AddressInfo).port;
  for (const path of ["/api/x", "/page"]) {
    const reply = await ask("GET", path, "", {}, at);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({ connection: "close" });
  }
  closing.close();
});
