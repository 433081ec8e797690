import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { resources } from "@/lib/resources";
import { type TestApi, testApi } from "@/tests/api";
import { remember, wholeOf, worldIn } from "@/tests/hard/fuzz-records";
import type { World } from "@/tests/hard/fuzz-requests";
import { likelyRequest } from "@/tests/hard/likely-requests";

let api: TestApi;
let world: World;
beforeAll(async () => {
  api = await testApi();
  world = await worldIn(api);
});
afterAll(() => api.close());

/** Returns a handler without any kept read, and the number of reads that it has prepared. */
function newHandler({ store, clock } = api.engine) {
  const prepared = { count: 0 };
  const prepare: typeof store.reader.prepare = (...asked) => {
    prepared.count += 1;
    return store.reader.prepare(...asked);
  };
  const handle = createHandler({
    store: { ...store, reader: { ...store.reader, prepare } },
    policy: { references: "loose" },
    maxBodyBytes: 200_000,
    now: () => clock.now(),
    corsOrigins: ["https://pages.example"],
    limits: { takeShare: () => ({ "RateLimit-Limit": "9" }), takeUnknown: () => ({}) },
  });
  return { handle, prepared };
}

/** Returns the parts of a response that are equal for equal requests. */
async function comparable(reply: Promise<ApiResponse>) {
  const { status, headers, body } = await wholeOf(await reply);
  const { "X-Request-Id": _, "Server-Timing": __, "X-Change-Token": ___, ...others } = headers;
  // The last use of a key is written some seconds later.
  const text = body.replace(/"(?:requestId|lastUsedAt)":(?:null|"[^"]*")/g, "");
  return { status, headers: others, body: text };
}

function getRequest(path: string, key: string, headers: ApiRequest["headers"] = {}): ApiRequest {
  const [bare = "", query = ""] = path.split("?");
  return { method: "GET", path: bare, query, body: "", headers: { apikey: key, ...headers } };
}

let names = 0;

async function newLabel(projectId = api.projectId, { engine } = api): Promise<string> {
  names += 1;
  const data = { name: `Kept ${names}`, color: "#1f6feb", projectId };
  return String((await engine.create("label", data, engine.operator))._id);
}

const isRead = ({ path }: ApiRequest) => /\/(?:get-list|count|get-item)$/.test(path);
/** Refusals are counted in the access log some seconds later. */
const isCounted = (path: string) => path.includes("access-log");

it("answers a repeated read as a handler that prepares each one, with writes in between", async () => {
  const { handle } = newHandler();
  const random = fc.asyncProperty(fc.gen(), async (pick) => {
    const asked = likelyRequest(pick, world);
    if (isCounted(asked.path)) return;
    if (!isRead(asked)) {
      remember(world, asked, await wholeOf(await handle(asked)));
      return;
    }
    const tag = pick(fc.constantFrom, undefined, "*", '"1-x"');
    const request = { ...asked, headers: { ...asked.headers, "if-none-match": tag } };
    const fresh = await comparable(newHandler().handle(request));
    for (let time = 0; time < 4; time += 1) {
      expect(await comparable(handle(request))).toEqual(fresh);
    }
  });
  await fc.assert(random, { numRuns: 400, endOnFailure: true });
});

it("prepares the third and later of equal reads no more, whatever the record", async () => {
  const { handle, prepared } = newHandler();
  const [one, other] = [await newLabel(), await newLabel()];
  const paths = [one, other, one, other, other].map((id) => `/api/label/${id}/get-item`);
  const counts: number[] = [];
  for (const path of paths) {
    expect((await handle(getRequest(path, api.owner))).status).toBe(200);
    counts.push(prepared.count);
  }
  expect(counts).toEqual([1, 2, 2, 2, 2]);
});

it("keeps a cursor, a nested select, HEAD, CORS and the headers of limits as they are", async () => {
  const id = await newLabel();
  const select = encodeURIComponent('{"name":true,"project":{"name":true}}');
  const paths = [
    `/api/label/get-list?cursor=&limit=1&select=${select}`,
    `/api/label/${id}/get-item?select=${select}`,
    "/api/incident/count",
  ];
  const { handle } = newHandler();
  for (const path of paths) {
    for (const method of ["GET", "GET", "GET", "HEAD"]) {
      const request = {
        ...getRequest(path, api.owner, { origin: "https://pages.example" }),
        method,
      };
      const reply = await comparable(handle(request));
      expect(reply).toEqual(await comparable(newHandler().handle(request)));
      expect(reply.headers).toMatchObject({
        "RateLimit-Limit": "9",
        "Access-Control-Allow-Origin": "https://pages.example",
      });
    }
  }
});

it("refuses a revoked key with the next request, and reads by its rights of now", async () => {
  const { handle } = newHandler();
  const { engine, projectId } = api;
  const permissions = ["Read Incident", "Read Label"];
  const data = { name: "Kept", permissions, projectId };
  const made = await engine.create("api-key", data, engine.operator);
  const ask = async (path: string) => (await handle(getRequest(path, String(made.key)))).status;
  const all = async () => [await ask("/api/incident/get-list"), await ask("/api/label/count")];
  for (let time = 0; time < 4; time += 1) expect(await all()).toEqual([200, 200]);
  await engine.update("api-key", made._id, { permissions: ["Read Label"] }, engine.operator);
  for (let time = 0; time < 4; time += 1) expect(await all()).toEqual([403, 200]);
  await engine.update("api-key", made._id, { permissions }, engine.operator);
  expect(await all()).toEqual([200, 200]);
  await engine.remove("api-key", made._id, engine.operator);
  expect(await all()).toEqual([401, 401]);
});

it("hides the records of a deleted project from the next read on", async () => {
  const own = await testApi();
  const { engine } = own;
  const projectId = await own.newProject();
  const id = await newLabel(projectId, own);
  const key = await own.key(["Project Owner"], null);
  const { handle } = newHandler(engine);
  const paths = ["get-list?limit=100", "count", `${id}/get-item`].map((end) => `/api/label/${end}`);
  const all = () => Promise.all(paths.map((path) => comparable(handle(getRequest(path, key)))));
  const before = [await all(), await all(), await all()].at(-1);
  await engine.store.write((writer) => writer.hideDeletedProject(projectId, ""));
  const after = await all();
  const fresh = paths.map((path) => comparable(newHandler(engine).handle(getRequest(path, key))));
  expect(after).toEqual(await Promise.all(fresh));
  expect(after[0]?.body).not.toContain(id);
  expect(after[1]?.body).not.toBe(before?.[1]?.body);
  expect([before?.[2]?.status, after[2]?.status]).toEqual([200, 404]);
  await own.close();
});

it("never reads by the rights of another caller who sent the same text", async () => {
  const { handle } = newHandler();
  const foreign = await api.newProject();
  const keys = [
    ...[
      api.owner,
      await api.key(["Project Owner"], foreign),
      await api.key(["Project Owner"], null),
    ],
    await api.key(["Read Label"]),
  ];
  for (const path of [...resources.keys()].filter((one) => !isCounted(one))) {
    const asked = ["count", "get-list"].flatMap((end) =>
      keys.map((key) => getRequest(`/api/${path}/${end}`, key)),
    );
    const fresh = asked.map((request) => comparable(newHandler().handle(request)));
    const expected = await Promise.all(fresh);
    for (let time = 0; time < 3; time += 1) {
      for (const [at, request] of asked.entries()) {
        expect(await comparable(handle(request))).toEqual(expected[at]);
      }
    }
  }
});
