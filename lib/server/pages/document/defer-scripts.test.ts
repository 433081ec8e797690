import { once } from "node:events";
import { createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deferScripts } from "./defer-scripts";

const nonce = "q+/0z==";
const policy = { "content-security-policy": `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'` };

const first = `<script src="/_next/static/chunks/a-1.js" async="" nonce="${nonce}"></script>`;
const last = `<script src="/_next/static/chunks/z.js" nonce="${nonce}" async=""></script>`;
const preload = `<link rel="preload" as="script" fetchPriority="low" nonce="${nonce}" href="/_next/static/chunks/z.js"/>`;
const inline = `<script nonce="${nonce}">self.x=1</script>`;
const old = `<script src="/_next/static/chunks/p.js" noModule="" nonce="${nonce}"></script>`;
const foreign = `<script src="/_next/a.js" async="" nonce="q0z"></script>`;
const texts = "Überfall — <b>ß</b> 😀 a < b && &lt;script src=";

const document = `<head>${preload}${first}${old}</head><body>${texts}${inline}${foreign}${last}</body>`;
const entry = (source: string) =>
  `<script nonce="${nonce}">(self.tocsinScripts??=[]).push("${source}")</script>`;
const rewritten =
  `<head>${entry("/_next/static/chunks/a-1.js")}${old}</head>` +
  `<body>${texts}${inline}${foreign}${entry("/_next/static/chunks/z.js")}</body>`;

/** Returns the body that a client receives from `listener`. */
async function received(listener: RequestListener, headers: Record<string, string> = policy) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const [reply] = await once(get({ port, host: "127.0.0.1", headers }), "response");
    return await text(reply);
  } finally {
    server.close();
  }
}

/** Returns a listener that writes `pieces` of a document of `type`. */
function writing(pieces: readonly Uint8Array[], type = "text/html; charset=utf-8") {
  return ((request, response) => {
    deferScripts(request, response);
    response.setHeader("Content-Type", type);
    for (const piece of pieces) response.write(piece);
    response.end();
  }) satisfies RequestListener;
}

test("the scripts of a document become a list, and nothing else changes", async () => {
  expect(await received(writing([Buffer.from(document)]))).toBe(rewritten);
});

test("a document may arrive in any pieces", async () => {
  const bytes = Buffer.from(document);
  const cut = fc.integer({ min: 0, max: bytes.length });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(cut, { maxLength: 12 }), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
      expect(await received(writing(pieces))).toBe(rewritten);
    }),
    { numRuns: 100 },
  );
});

test("an incomplete element at the end of a document is sent as it is", async () => {
  const cut = `<p>a</p>${first.slice(0, 40)}`;
  expect(await received(writing([Buffer.from(cut)]))).toBe(cut);
});

test("the last piece may come with the end, as a text", async () => {
  const listener: RequestListener = (request, response) => {
    deferScripts(request, response);
    response.setHeader("Content-Type", "text/html");
    response.end(document);
  };
  expect(await received(listener)).toBe(rewritten);
});

test("other responses, failures, those of a stated length, and requests without a policy stay as they are", async () => {
  const pieces = [Buffer.from(document)];
  expect(await received(writing(pieces, "text/x-component"))).toBe(document);
  expect(await received(writing(pieces), {})).toBe(document);
  const failed: RequestListener = (request, response) => {
    response.statusCode = 500;
    writing(pieces)(request, response);
  };
  expect(await received(failed)).toBe(document);
  const measured: RequestListener = (request, response) => {
    response.setHeader("Content-Length", Buffer.byteLength(document));
    writing(pieces)(request, response);
  };
  expect(await received(measured)).toBe(document);
});
