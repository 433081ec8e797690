import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { referenceResources } from "@/lib/resources";
import { incident } from "@/lib/resources/incidents/incident";
import { requiredBody } from "@/tests/bodies";
import { type TestPeople, testPeople } from "@/tests/people";

let people: TestPeople;
let handle: ReturnType<typeof createHandler>;
let key: string;
let cookie: string;
let id: string;
/** A million characters, so that a list of them is written record by record. */
const long = "Rolled back. ".repeat(80_000).slice(0, 1_000_000);

beforeAll(async () => {
  people = await testPeople();
  const { engine } = people;
  const { projectId, operator } = engine;
  handle = handlerFor([]);
  const data = { name: "Reader", permissions: ["Project Owner"], projectId };
  key = String((await engine.create("api-key", data, operator)).key);
  await people.person("Ann", ["Project Owner"]);
  cookie = await people.signIn("Ann");
  const description = "Customers cannot pay. ".repeat(500);
  const one = { ...requiredBody(incident, projectId, 1), title: "One", description };
  id = String((await engine.create("incident", one))._id);
});
afterAll(() => people.close());

function handlerFor(corsOrigins: readonly string[]) {
  const { store, clock } = people.engine;
  return createHandler({
    ...{ store, policy: { references: "loose" }, maxBodyBytes: 5_000_000, corsOrigins },
    now: () => clock.now(),
  });
}

interface Read {
  readonly status: number;
  readonly headers: ApiResponse["headers"];
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request with the key and reads the reply to its end. */
async function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { method = "GET", body = "" } = {},
): Promise<Read> {
  const [bare = "", query = ""] = path.split("?");
  const type = body === "" ? {} : { "content-type": "application/json" };
  const sent = { apikey: key, ...type, ...headers };
  const {
    status,
    headers: got,
    ...reply
  } = await handle({
    ...{ method, path: bare, query, headers: sent, body },
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.stream ?? [reply.body]) pieces.push(Buffer.from(piece));
  const bytes = Buffer.concat(pieces);
  const plain = got["Content-Encoding"] === "gzip" && bytes.length > 0 ? gunzipSync(bytes) : bytes;
  return { status, headers: got, bytes, text: plain.toString() };
}

const gzip = { "accept-encoding": "gzip" };
const item = () => `/api/incident/${id}/get-item`;

describe("a reply above 8 kB to a key", () => {
  it("is the same text in fewer bytes", async () => {
    const plain = await ask(item());
    expect(plain.bytes.length).toBeGreaterThan(8_000);
    expect(plain.headers).not.toHaveProperty("Content-Encoding");
    const packed = await ask(item(), gzip);
    expect([packed.status, packed.text]).toEqual([200, plain.text]);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(packed.headers).toMatchObject({
      ...{ "Content-Encoding": "gzip", Vary: "Accept-Encoding" },
      "Content-Length": String(packed.bytes.length),
      "Content-Type": "application/json; charset=utf-8",
    });
    expect(plain.headers).toMatchObject({ Vary: "Accept-Encoding" });
  });

  it.each(["identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0.5, identity;q=1", "deflate, zstd", ""])(
    "is sent as it is to a client that accepts %j",
    async (accepted) => {
      const { headers } = await ask(item(), { "accept-encoding": accepted });
      expect(headers).not.toHaveProperty("Content-Encoding");
      expect(headers).toMatchObject({ Vary: "Accept-Encoding" });
    },
  );

  it.each(["gzip", "deflate, gzip, br, zstd", "br;q=1.0, gzip;q=0.1", "*"])(
    "is compressed for a client that accepts %j",
    async (accepted) => {
      const { headers } = await ask(item(), { "accept-encoding": accepted });
      expect(headers["Content-Encoding"]).toBe("gzip");
    },
  );

  it("holds for lists, exports and replies to POST", async () => {
    const list = await ask("/api/incident/get-list", gzip, { method: "POST", body: "{}" });
    expect(list.headers["Content-Encoding"]).toBe("gzip");
    expect(JSON.parse(list.text)).toMatchObject({ count: 1, data: [{ _id: id }] });
    for (const format of ["csv", "json", "ndjson"]) {
      const path = `/api/incident/export?format=${format}`;
      const packed = await ask(path, gzip);
      expect(packed.headers["Content-Encoding"]).toBe("gzip");
      expect(packed.headers["Content-Disposition"]).toContain("attachment");
      expect(packed.text).toBe((await ask(path)).text);
    }
  });

  it("names both headers that it depends on to a page of a listed origin", async () => {
    const origin = "https://app.example";
    const headers = { apikey: key, origin, ...gzip };
    const request = { method: "GET", path: item(), query: "", body: "", headers };
    const reply = await handlerFor([origin])(request);
    expect(reply.headers["Vary"]).toBe("Origin, Accept-Encoding");
  });

  it("has the same headers by HEAD, without content", async () => {
    const packed = await ask(item(), gzip);
    const head = await ask(item(), gzip, { method: "HEAD" });
    expect(head.bytes.length).toBe(0);
    for (const name of ["Content-Encoding", "Content-Type", "ETag", "Vary"]) {
      expect([name, head.headers[name]]).toEqual([name, packed.headers[name]]);
    }
  });

  it("is compressed while it is written, where it is long", async () => {
    const { engine } = people;
    const data = { ...requiredBody(incident, engine.projectId, 2), title: "Long" };
    await engine.create("incident", { ...data, description: long });
    const query = 'get-list?query={"title":"Long"}&select=title,description';
    const packed = await ask(`/api/incident/${query}`, gzip);
    expect(packed.headers["Content-Encoding"]).toBe("gzip");
    expect(packed.headers).not.toHaveProperty("Content-Length");
    expect(packed.bytes.length).toBeLessThan(100_000);
    expect(packed.text).toBe((await ask(`/api/incident/${query}`)).text);
    expect(JSON.parse(packed.text).data[0].description === long).toBe(true);
  });
});

describe("the ETag of a compressed reply", () => {
  it("is the same tag, marked as weak, and both forms guard a write and spare a read", async () => {
    const { ETag: strong = "" } = (await ask(item())).headers;
    const { ETag: weak = "" } = (await ask(item(), gzip)).headers;
    expect(weak).toBe(`W/${strong}`);
    for (const tag of [strong, weak]) {
      for (const accepted of [{}, gzip]) {
        const { status, headers } = await ask(item(), { ...accepted, "if-none-match": tag });
        expect([status, headers["Vary"]]).toEqual([304, "Accept-Encoding"]);
      }
    }
    const write = (tag: string, rootCause: string) =>
      ask(
        `/api/incident/${id}`,
        { "if-match": tag },
        { method: "PUT", body: JSON.stringify({ data: { rootCause } }) },
      );
    expect((await write(weak, "a")).status).toBe(200);
    expect((await write(weak, "b")).status).toBe(412);
    const { ETag: now = "" } = (await ask(item(), gzip)).headers;
    expect((await write(now.replace("W/", ""), "c")).status).toBe(200);
  });
});

describe("a reply that is not compressed", () => {
  it("goes to a session, also with an Authorization header that holds no key", async () => {
    for (const more of [{}, { authorization: "Bearer other" }]) {
      const headers = { cookie, ...gzip, ...more };
      const reply = await people.ask("GET", item(), undefined, { headers });
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply.body).length).toBeGreaterThan(8_000);
      expect(reply.headers).not.toHaveProperty("Content-Encoding");
      expect(reply.headers).not.toHaveProperty("Vary");
      expect(reply.headers["ETag"]).toMatch(/^"/);
    }
    const path = "/api/incident/export?format=json";
    const file = await people.ask("POST", path, {}, { cookie, headers: gzip });
    expect(file.headers).not.toHaveProperty("Content-Encoding");
    for await (const _ of file.stream ?? []);
  });

  it.each(referenceResources.map(({ path }) => path))("is short: a count of %s", async (path) => {
    const { headers } = await ask(`/api/${path}/count`, gzip);
    expect(headers).not.toHaveProperty("Content-Encoding");
    expect(headers).not.toHaveProperty("Vary");
  });

  it("is a short export", async () => {
    const { headers, text } = await ask("/api/label/export?format=ndjson", gzip);
    expect(headers).not.toHaveProperty("Content-Encoding");
    expect(text).toBe("");
  });

  it("is a refusal", async () => {
    const names = Array.from({ length: 300 }, (_, n) => [`n${n}`, n] as const);
    const body = JSON.stringify(Object.fromEntries(names));
    const reply = await ask("/api/incident/get-list", gzip, { method: "POST", body });
    expect([reply.status, reply.bytes.length > 8_000]).toEqual([400, true]);
    expect(reply.headers).not.toHaveProperty("Content-Encoding");
  });
});
