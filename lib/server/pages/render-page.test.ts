import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server, request as send } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { documentReads } from "@/lib/document-reads";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { EarlyHeaders } from "./document/early-headers";
import { PortSocket } from "./port-socket";
import { renderPage } from "./render-page";
import { noReads, servePages } from "./testing/serve-pages";

function openPorts(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;
}

/** Vitest has a port of its own. */
const ownPorts = openPorts();
const document = { accept: "text/html,*/*" };
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = (request: ApiRequest) => Promise<ApiResponse>;

async function serve(...parts: Parameters<typeof servePages>) {
  const served = await servePages(...parts);
  server = served.server;
  return served;
}

/** Serves pages that show what a read of the API in them resolves to. */
async function pagesOver(answer: Answer) {
  const { origin } = await serve(
    async (request, response) => {
      const read = documentReads()?.send("POST", "/api/x/get-list?a=b", { limit: 1 });
      response.setHeader("X-Coding", request.headers["accept-encoding"] ?? "none");
      response.end((await read?.then((got) => got.text()).catch(String)) ?? "none");
    },
    { answer },
  );
  const read = async (path: string, headers: Record<string, string>) =>
    (await fetch(origin + path, { headers })).text();
  return { origin, read };
}

function reply(body: string, status = 200): ApiResponse {
  return { status, headers: {}, body };
}

test("a read is sent as the console sends it, with the cookie of the document only", async () => {
  const pages = await pagesOver(async (request) => reply(JSON.stringify(request)));
  const headers = { ...document, cookie: "tocsin=a", apikey: "key", "if-none-match": "x" };
  const sent: ApiRequest = JSON.parse(await pages.read("/p/acme", headers));
  expect(sent).toMatchObject({ method: "POST", path: "/api/x/get-list", query: "a=b" });
  expect(sent.body).toBe('{"limit":1}');
  expect(sent.address).toBe("127.0.0.1");
  expect(sent.headers).toMatchObject({
    ...{ cookie: "tocsin=a", origin: pages.origin, "sec-fetch-site": "same-origin" },
  });
  expect(sent.headers).not.toHaveProperty("apikey");
  expect(sent.headers).not.toHaveProperty("if-none-match");
});

test("documents that are rendered at the same time read as their own users", async () => {
  const cookies = [..."abcdefgh"].map((name) => `tocsin=${name}`);
  let asked = 0;
  let release: () => void = () => undefined;
  const allAsked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pages = await pagesOver(async ({ headers }) => {
    asked += 1;
    if (asked === cookies.length) release();
    await allAsked;
    return reply(headers["cookie"] ?? "");
  });
  const read = cookies.map((cookie) => pages.read("/p/acme", { ...document, cookie }));
  expect(await Promise.all(read)).toEqual(cookies);
});

test("a read fails after the deadline of the document, and for any status but 200", async () => {
  const slow = await pagesOver(() => new Promise(() => undefined));
  expect(await slow.read("/p/acme", document)).toMatch(/without this read/);
  server?.close();
  const refused = await pagesOver(async () => reply("secret", 403));
  expect(await refused.read("/p/acme", document)).toMatch(/answered with 403/);
  server?.close();
  const overloaded = await pagesOver(() => Promise.reject(new Error("too much to do")));
  expect(await overloaded.read("/p/acme", document)).toMatch(/A read for a document failed/);
});

test("data for the router, other pages and requests of programs are rendered without reads", async () => {
  const pages = await pagesOver(async () => reply("read"));
  expect(await pages.read("/p/acme", document)).toBe("read");
  expect(await pages.read("/p/acme", { ...document, rsc: "1" })).toBe("none");
  expect(await pages.read("/p/acme", { accept: "*/*" })).toBe("none");
  expect(await pages.read("/sign-in", document)).toBe("none");
});

test.each([
  ["gzip", "none"],
  ["gzip", "same-origin"],
  ["none", "cross-site"],
  ["none", "same-site"],
])("the coding of a document may be %s if the navigation began at %s", async (coding, site) => {
  const { origin } = await pagesOver(async () => reply(""));
  // `fetch` sets this header itself.
  const headers = { ...document, "accept-encoding": "gzip", "sec-fetch-site": site };
  const shown = await new Promise((resolve) => {
    get(`${origin}/p/acme`, { headers }, (response) => resolve(response.resume().headers));
  });
  expect(shown).toMatchObject({ "x-coding": coding });
});

test("the page has the request as sent, and the client its status, headers and text", async () => {
  const { origin } = await serve(async (request, response) => {
    response.setHeader("Set-Cookie", ["a=1", "b=2"]);
    response.writeHead(404, { "X-Own": "own", Link: "</a>; rel=preload" });
    response.end(JSON.stringify([request.method, request.url, request.headers["x-sent"]]));
  });
  const headers = { "X-Sent": "\u00e9", "Content-Length": "4" };
  const raw = await new Promise<IncomingMessage>((resolve) => {
    send(`${origin}/docs?a=%20b`, { headers }, resolve).end(Buffer.from("body"));
  });
  expect(JSON.parse(await text(raw))).toEqual(["GET", "/docs?a=%20b", "\u00e9"]);
  expect(raw.statusCode).toBe(404);
  expect(raw.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-own": "own" });
  expect(raw.rawHeaders.filter((name) => name === "Date")).toHaveLength(1);
  expect(raw.rawHeaders).toEqual(expect.arrayContaining(["X-Own", "Link"]));
  const head = await fetch(`${origin}/docs`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([404, ""]);
});

test("a page that fails is reported, and its request rejects as unavailable", async () => {
  const why = new Error("why");
  const { origin, faults, refusals } = await serve(() => Promise.reject(why));
  expect((await fetch(origin)).status).toBe(503);
  expect(faults).toEqual([why]);
  expect(refusals).toEqual([expect.objectContaining({ code: "unavailable" })]);
});

test("a request over a connection that is closed already rejects as unavailable", async () => {
  const connect = () => new PortSocket(new MessageChannel().port1).destroy();
  server = createServer(async (request, response) => {
    const api = { answer: noReads, publicUrl: undefined, early: new EarlyHeaders() };
    await renderPage({ connect }, request, response, api).catch(({ code }) => response.end(code));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answered = await fetch(`http://127.0.0.1:${port}/docs`);
  expect(await answered.text()).toBe("unavailable");
});

test("a page that breaks off cuts its response off", async () => {
  const { origin, refusals } = await serve(async (_, response) => {
    response.write("a part");
    setTimeout(() => response.destroy(), 20);
  });
  const cut = await fetch(origin);
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow();
  expect(refusals).toEqual([]);
});

test.each(["before", "after"])(
  "a client that leaves %s the first part ends the page",
  async (when) => {
    const leaving = new AbortController();
    const ended = once(leaving.signal, "abort");
    let closed: () => void = () => undefined;
    const pageClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { origin, refusals } = await serve(async (_, response) => {
      response.on("close", closed);
      if (when === "after") response.write("a part");
      else leaving.abort();
    });
    const asked = fetch(origin, { signal: leaving.signal });
    if (when === "after") {
      const reader = (await asked).body?.getReader();
      await reader?.read();
      leaving.abort();
    }
    await Promise.all([ended, pageClosed, asked.catch(() => undefined)]);
    expect(refusals).toEqual([]);
  },
);

/** Sends requests for pages at once over one connection, and destroys it when `isTime`. */
async function leaveQueued(paths: readonly string[], origin: string, isTime: () => boolean) {
  const client = connect(Number(new URL(origin).port), "127.0.0.1");
  const lines = "Host: localhost\r\nAccept: text/html\r\n\r\n";
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines}`).join(""));
  await expect.poll(isTime).toBe(true);
  client.destroy();
}

test("queued pages of a connection that is closed end, and its ports are closed", async () => {
  const warnings: unknown[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  const rendered: unknown[] = [];
  const { origin, settled, refusals } = await serve(async ({ url }, response) => {
    rendered.push(url);
    if (url === "/p/first") response.write("a part of a page that never ends");
    else response.end("a short page");
  });
  const paths = ["/p/first", ...Array.from({ length: 20 }, (_, page) => `/p/${page}`), "/docs"];
  await leaveQueued(paths, origin, () => rendered.length === paths.length);
  await expect.poll(() => settled.length).toBe(paths.length);
  expect(refusals).toEqual([]);
  await expect.poll(openPorts).toBe(ownPorts);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("a client that has left while its request waited gets no page", async () => {
  const rendered: unknown[] = [];
  let release: () => void = () => undefined;
  const waited = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { origin, arrived, settled } = await serve(
    async (_, response) => void rendered.push(response.end("a page")),
    { before: waited },
  );
  await leaveQueued(["/p/1", "/p/2", "/docs"], origin, () => arrived.length === 3);
  await expect.poll(() => arrived.every(({ socket }) => socket.destroyed)).toBe(true);
  release();
  await expect.poll(() => settled.length).toBe(3);
  expect(rendered).toEqual([]);
  await expect.poll(openPorts).toBe(ownPorts);
});

test("a redirect to a long address is sent", async () => {
  const target = `/docs?a=${"%22".repeat(8_000)}`;
  const { origin } = await serve(async (_, response) => {
    response.writeHead(308, { Location: target, Refresh: `0;url=${target}` }).end();
  });
  const answered = await new Promise<IncomingMessage>((resolve) => {
    get(origin, { maxHeaderSize: 65_536 }, (response) => resolve(response.resume()));
  });
  expect([answered.statusCode, answered.headers.location]).toEqual([308, target]);
});
