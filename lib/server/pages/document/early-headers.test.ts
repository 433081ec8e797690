import { randomBytes } from "node:crypto";
import { get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { servePages } from "@/lib/server/pages/testing/serve-pages";
import { pageNonce } from "./page-nonce";

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const policy = () => `script-src 'nonce-${randomBytes(16).toString("base64")}'`;
const list = "/p/acme/incident";
const record = "/p/acme/incident/01a228d5-74ae-7233-b757-ecf6093e0fa5";

type Change = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves documents that wait for `release`, once `hold` was called. `change` comes before the end. */
async function serveDocuments(change: Change = () => undefined) {
  let held = Promise.resolve();
  const hold = () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };
  const pages = await servePages(
    async (request, response) => {
      await held;
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.setHeader("Link", `</a.css>; rel=preload; nonce="${pageNonce(request)}"`);
      response.setHeader("X-Own", "own");
      change(request, response);
      response.write(`the document of ${pageNonce(request)}`);
      response.end();
    },
    { policy },
  );
  server = pages.server;
  return { ...pages, hold };
}

/** Requests a document as a browser does. Resolves once its headers are there. */
function ask(address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = { accept: "text/html", "sec-fetch-site": "none", ...headers };
  return new Promise((resolve, reject) => {
    get(address, { headers: sent }, resolve).on("error", reject);
  });
}

async function read(address: string, headers?: Record<string, string>): Promise<string> {
  return text(await ask(address, headers));
}

test.each([list, record, "/p/acme"])(
  "the headers of %s come before it is rendered",
  async (path) => {
    const { origin, hold } = await serveDocuments();
    const first = await ask(origin + path);
    await text(first);
    const release = hold();
    const early = await ask(`${origin}${path}?sort=title`);
    expect(early.statusCode).toBe(200);
    release();
    const document = await text(early);
    const nonce = document.replace("the document of ", "");
    const names = (reply: IncomingMessage) =>
      reply.rawHeaders.filter((_, place) => place % 2 === 0);
    expect(names(early)).toEqual(names(first));
    expect(early.headers).toMatchObject({
      ...{ "x-own": "own", "content-type": "text/html; charset=utf-8" },
      link: `</a.css>; rel=preload; nonce="${nonce}"`,
    });
    expect(first.headers.link).not.toBe(early.headers.link);
  },
);

test.each([
  ["gzip, deflate, br", "br"],
  ["br;q=0.1, gzip", "gzip"],
  ["identity", undefined],
])("documents that accept %s have the coding that their headers name", async (accepted, coding) => {
  const { origin } = await serveDocuments();
  const decoded = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const _time of ["rendered first", "early"]) {
    const reply = await ask(origin + list, { "accept-encoding": accepted });
    expect(reply.headers["content-encoding"]).toBe(coding);
    const bytes = await buffer(reply);
    const plain = coding === undefined ? bytes : decoded[coding as "br" | "gzip"](bytes);
    expect(String(plain)).toMatch(/^the document of /);
  }
});

test("other kinds of documents, other pages and other spellings wait for their page", async () => {
  const { origin, hold } = await serveDocuments((request, response) => {
    if (request.url !== list) response.statusCode = 404;
  });
  await read(origin + list);
  const release = hold();
  const others = ["/p/acme", record, `${list}/`, "/p/acme/", "/p/acme/keys", "/p/%61cme/incident"];
  const asked = others.map((path) => ask(origin + path));
  setTimeout(release, 50);
  for (const reply of asked) expect((await reply).statusCode).toBe(404);
});

test("a page that fails after its headers is sent, and the log gets its status", async () => {
  let status = 200;
  const { origin, statuses } = await serveDocuments((_, response) => {
    response.statusCode = status;
  });
  await read(origin + list);
  status = 500;
  const failed = await ask(origin + list);
  expect(failed.statusCode).toBe(200);
  expect(await text(failed)).toMatch(/^the document of /);
  await expect.poll(() => statuses).toEqual([200, 500]);
  const next = await ask(origin + list);
  expect(next.statusCode).toBe(500);
});

test("a response that cannot follow its headers is cut off", async () => {
  let isRedirect = false;
  const { origin, refusals } = await serveDocuments((_, response) => {
    if (isRedirect) response.writeHead(308, { "Content-Type": "text/plain", Location: "/docs" });
  });
  await read(origin + list);
  isRedirect = true;
  const cut = await ask(origin + list);
  await expect(text(cut)).rejects.toThrow();
  await expect.poll(() => refusals).toMatchObject([{ code: "unavailable" }]);
  expect((await ask(origin + list)).statusCode).toBe(308);
});

test("a page without a response is cut off, and the next one gets its 503", async () => {
  let isBroken = false;
  const { origin } = await serveDocuments(() => {
    if (isBroken) throw new Error("why");
  });
  await read(origin + list);
  isBroken = true;
  const cut = await ask(origin + list);
  expect(cut.statusCode).toBe(200);
  await expect(text(cut)).rejects.toThrow();
  expect((await ask(origin + list)).statusCode).toBe(503);
  isBroken = false;
  expect((await ask(origin + list)).statusCode).toBe(200);
});

test.each([
  ["Set-Cookie", "a=1"],
  ["Content-Length", "40"],
])("a header %s, which belongs to one document, is not sent with the next", async (name, value) => {
  const { origin, hold } = await serveDocuments((_, response) => response.setHeader(name, value));
  const first = await ask(origin + list);
  expect(first.headers[name.toLowerCase()]).toBeDefined();
  await text(first);
  let isRendered = false;
  const release = hold();
  setTimeout(() => {
    isRendered = true;
    release();
  }, 50);
  await ask(origin + list);
  expect(isRendered).toBe(true);
});
