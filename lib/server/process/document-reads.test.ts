import { createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { documentReads } from "@/lib/document-reads";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { withDocumentReads } from "./document-reads";

const document = { accept: "text/html,*/*" };
let server: Server | undefined;

afterEach(() => server?.close());

/** Serves pages that show what a read of the API in them resolves to. */
async function pagesOver(answer: (request: ApiRequest) => Promise<ApiResponse>) {
  const started = createServer(async (request, response) => {
    const text = await withDocumentReads(request, { answer, publicUrl: undefined }, async () => {
      const reply = documentReads()?.send("POST", "/api/x/get-list?a=b", { limit: 1 });
      response.setHeader("X-Coding", request.headers["accept-encoding"] ?? "none");
      return (await reply?.then((read) => read.text()).catch(String)) ?? "none";
    });
    response.end(text);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
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
  expect(sent.headers).toMatchObject({
    ...{ cookie: "tocsin=a", origin: pages.origin, "sec-fetch-site": "same-origin" },
  });
  expect(sent.headers).not.toHaveProperty("apikey");
  expect(sent.headers).not.toHaveProperty("if-none-match");
});

test("documents that are rendered at the same time read as their own users", async () => {
  const pages = await pagesOver(async ({ headers }) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return reply(headers["cookie"] ?? "");
  });
  const cookies = [..."abcdefgh"].map((name) => `tocsin=${name}`);
  const read = cookies.map((cookie) => pages.read("/p/acme", { ...document, cookie }));
  expect(await Promise.all(read)).toEqual(cookies);
});

test("a read fails after the deadline of the document, and for any status but 200", async () => {
  const slow = await pagesOver(() => new Promise(() => undefined));
  expect(await slow.read("/p/acme", document)).toMatch(/without this read/);
  server?.close();
  const refused = await pagesOver(async () => reply("secret", 403));
  expect(await refused.read("/p/acme", document)).toMatch(/answered with 403/);
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
