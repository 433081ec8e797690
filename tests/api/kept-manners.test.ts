import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { label } from "@/lib/resources/settings/label";
import { type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await testApi();
  const description = "All that customers buy with. ".repeat(20);
  for (let n = 0; n < 30; n += 1) {
    await api.insert(label, {
      ...requiredBody(label, api.projectId, n),
      ...{ name: `Label ${n}`, description },
    });
  }
  const [first] = JSON.parse((await ask(newHandler(), "get-list")).text).data;
  id = first._id;
});
afterAll(() => api.close());

interface Handler {
  readonly handle: ReturnType<typeof createHandler>;
  /** Number of reads that were prepared. */
  readonly prepared: () => number;
}

/** Returns a handler without any kept read. */
function newHandler(): Handler {
  const { store, clock } = api.engine;
  let count = 0;
  const { reader } = store;
  const prepare: typeof reader.prepare = (...asked) => {
    count += 1;
    return reader.prepare(...asked);
  };
  const prepareCount: typeof reader.prepareCount = (...asked) => {
    count += 1;
    return reader.prepareCount(...asked);
  };
  const handle = createHandler({
    store: { ...store, reader: { ...reader, prepare, prepareCount } },
    policy: { references: "loose", publicUrl: "https://tocsin.example" },
    maxBodyBytes: 200_000,
    now: () => clock.now(),
  });
  return { handle, prepared: () => count };
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of a response that are equal for equal requests. */
interface Got {
  readonly status: number;
  readonly headers: Omit<ApiResponse["headers"], "X-Request-Id" | "Server-Timing">;
  readonly text: string;
}

async function ask({ handle }: Handler, end: string, sent: Sent = {}): Promise<Got> {
  const { method = "GET", body = "", headers = {} } = sent;
  const [path = "", query = ""] = end.split("?");
  const type = body === "" ? {} : { "content-type": "application/json" };
  const reply = await handle({
    ...{ method, path: `/api/label/${path}`, query, body },
    headers: { apikey: api.owner, ...type, ...headers },
  });
  const { "X-Request-Id": requestId = "", "Server-Timing": _, ...others } = reply.headers;
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.stream ?? [reply.body]) pieces.push(Buffer.from(piece));
  const bytes = Buffer.concat(pieces);
  const isPacked = others["Content-Encoding"] === "gzip" && bytes.length > 0;
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString().replaceAll(requestId, "");
  return { status: reply.status, headers: others, text };
}

/** Sends a request until its read is kept, and again. Returns the reply, the same each time. */
async function askOften(end: string, sent?: Sent, by = newHandler()): Promise<Got> {
  const first = await ask(by, end, sent);
  expect(await ask(by, end, sent)).toEqual(first);
  const before = by.prepared();
  for (let time = 0; time < 2; time += 1) expect(await ask(by, end, sent)).toEqual(first);
  expect(by.prepared()).toBe(before);
  return first;
}

const gzip = { "accept-encoding": "gzip" };

describe("a read that is prepared, and then kept", () => {
  it.each([
    ["limit=2", "", "limit=2&skip=2"],
    ["limit=2&count=none", "", "limit=2&count=none&skip=2"],
    ["", '{"limit":3,"sort":{"name":1}}', "sort=%7B%22name%22%3A1%7D&limit=3&skip=3"],
    ["select=name&sort=-name", "", "select=name&sort=-name&limit=10&skip=10"],
  ])("links ?%s with the body %j to its next page", async (query, body, next) => {
    const { headers } = await askOften(`get-list?${query}`, { body });
    expect(headers["Link"]).toBe(`<https://tocsin.example/api/label/get-list?${next}>; rel="next"`);
  });

  it("links to the next cursor, and not from the last page", async () => {
    const { headers, text } = await askOften("get-list?cursor=null&limit=29");
    const { nextCursor } = JSON.parse(text);
    expect(headers["Link"]).toContain(`/get-list?cursor=${nextCursor}&limit=29>`);
    const last = await askOften(`get-list?cursor=${nextCursor}&limit=29`);
    expect(JSON.parse(last.text)).toMatchObject({ data: [{}], nextCursor: null });
    expect(last.headers).not.toHaveProperty("Link");
  });

  it("links a GET and a HEAD, and no POST that repeats their query string", async () => {
    const by = newHandler();
    const link = (await askOften("get-list?limit=1", {}, by)).headers["Link"];
    expect(link).toBeDefined();
    expect((await askOften("get-list?limit=1", { method: "HEAD" }, by)).headers["Link"]).toBe(link);
    const post = await askOften("get-list?limit=1", { method: "POST" }, by);
    expect(post.headers).not.toHaveProperty("Link");
  });

  it("is compressed for each request that accepts it, and for no other", async () => {
    const by = newHandler();
    for (const end of ["get-list?limit=100", "get-list?limit=100&cursor="]) {
      const plain = await askOften(end, {}, by);
      expect(plain.text.length).toBeGreaterThan(8_000);
      expect(plain.headers).toMatchObject({ Vary: "Accept-Encoding" });
      expect(plain.headers).not.toHaveProperty("Content-Encoding");
      const packed = await askOften(end, { headers: gzip }, by);
      expect(packed.headers).toMatchObject({ "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
      expect(packed.text).toBe(plain.text);
      const head = await askOften(end, { headers: gzip, method: "HEAD" }, by);
      expect(head.headers["Content-Encoding"]).toBe("gzip");
      expect(head.text).toBe("");
      const refused = { "accept-encoding": "gzip;q=0, identity;q=0, br" };
      expect((await askOften(end, { headers: refused }, by)).headers).toEqual(plain.headers);
    }
  });

  it("has one version in the ETags of both codings, which spares a read", async () => {
    // 4,900 characters of two bytes.
    const description = "ü".repeat(4_900);
    const data = { ...requiredBody(label, api.projectId, 99), name: "Long", description };
    const made = await api.insert(label, data);
    const end = `${made._id}/get-item?select=name,description`;
    const by = newHandler();
    const { ETag: strong = "" } = (await askOften(end, {}, by)).headers;
    expect(strong).toMatch(/^"\d+-[\w-]+"$/);
    const packed = await askOften(end, { headers: gzip }, by);
    expect(packed.headers).toMatchObject({ ETag: `W/${strong}`, "Content-Encoding": "gzip" });
    for (const tag of [strong, `W/${strong}`]) {
      for (const accepted of [gzip, {}]) {
        const headers = { ...accepted, "if-none-match": tag };
        const spared = await askOften(end, { headers }, by);
        expect([spared.status, spared.text, spared.headers["ETag"]]).toEqual([304, "", strong]);
      }
    }
  });

  it("reads names and JSON alike", async () => {
    const names = await askOften("get-list?select=name,color&sort=-name");
    const json = await askOften('get-list?select={"name":true,"color":true}&sort={"name":-1}');
    expect(names.text).toBe(json.text);
    const body = '{"select":{"name":true,"color":true},"sort":{"name":-1},"groupBy":{}}';
    expect((await askOften("get-list", { method: "POST", body })).text).toBe(json.text);
  });
});

describe("a read with an unknown parameter", () => {
  it.each([
    ["get-list?title=x", '"title" is not a parameter of this path.'],
    ["count?name=x", 'To filter by it, send query={"name": …}.'],
    ["get-list?selct=name", "Did you mean select?"],
  ])("is refused each time: %s", async (end, message) => {
    const by = newHandler();
    await askOften("get-list", {}, by);
    const { status, text } = await askOften(end, {}, by);
    expect([status, JSON.parse(text).detail ?? text]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  it("is refused for one record, and limit is ignored there", async () => {
    const by = newHandler();
    const whole = await askOften(`${id}/get-item`, {}, by);
    expect((await askOften(`${id}/get-item?query={}`, {}, by)).status).toBe(400);
    expect((await askOften(`${id}/get-item?limit=5&skip=1`, {}, by)).text).toBe(whole.text);
  });
});
