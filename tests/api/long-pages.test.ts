import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRecords } from "@/lib/operations/record/list";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentMember } from "@/lib/resources/incidents/incident-member";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";

let api: TestApi;
/** Four bytes of UTF-8 each: the longest text of a field takes 4 MB. */
const longest = "💥".repeat(1_000_000);
const long: Row[] = [];
beforeAll(async () => {
  api = await testApi();
  for (let n = 0; n < 18; n += 1) {
    const title = `Long ${String(n).padStart(2, "0")}`;
    const rootCause = `${n}${"x".repeat(n % 2 === 0 ? 300_000 : 10)}`;
    const data = { ...requiredBody(incident, api.projectId, n), title, rootCause };
    long.push(await api.insert(incident, { ...data, description: longest }));
  }
});
afterAll(() => api.close());

const list = (body: JsonObject, query = "", method = "POST") =>
  api.ask(method, "/api/incident/get-list", { key: api.owner, body, query });

function page(reply: Reply): JsonObject & { data: Row[] } {
  expectStatus(reply, 200);
  return JSON.parse(reply.text);
}

const whole = { title: true, description: true, rootCause: true };
const byTitle = { sort: { title: 1 } };
const shown = (row: Row | undefined) => [row?.title, row?.description === longest, row?.rootCause];

describe("a list of long records", () => {
  it("contains every requested record, as a get returns it, and only the four keys", async () => {
    const body = page(await list({ ...byTitle, limit: 5 }));
    expect(Object.keys(body)).toEqual(["count", "limit", "skip", "data"]);
    expect([body.count, body.limit, body.skip, body.data.length]).toEqual([18, 5, 0, 5]);
    for (const record of body.data) {
      const path = `/api/incident/${record._id}/get-item`;
      const { text } = await api.ask("GET", path, { key: api.owner });
      expect(JSON.parse(text)).toEqual(record);
      expect(record.description === longest).toBe(true);
    }
  });

  it("is refused beyond 64 MB with the limit that fits", async () => {
    const reply = expectStatus(await list({ ...byTitle, limit: 100 }), 400);
    expect(reply.body).toMatchObject({
      code: "page_too_large",
      errors: [{ pointer: "/limit", message: expect.stringContaining("limit 15 or less") }],
    });
    const body = page(await list({ ...byTitle, limit: 15 }));
    expect(body.data.map(shown)).toEqual(long.slice(0, 15).map(shown));
    expect(page(await list({ select: { title: true }, limit: 100 })).data).toHaveLength(18);
  });

  it("is cut at 8 MB if a cursor continues, in any order", async () => {
    for (const sort of [{ title: 1 }, { rootCause: -1 }]) {
      const seen: JsonValue[] = [];
      let cursor: JsonValue = "";
      let pages = 0;
      while (typeof cursor === "string") {
        const body: JsonObject & { data: Row[] } = page(
          await list({ select: whole, sort, limit: 100, cursor }),
        );
        expect(Object.keys(body)).toEqual(["count", "limit", "skip", "data", "nextCursor"]);
        expect(body.data.length).toBeGreaterThan(0);
        expect(body.data.length).toBeLessThanOrEqual(2);
        expect(body.data.every(({ description }) => description === longest)).toBe(true);
        seen.push(...body.data.map(({ title }) => title ?? null));
        cursor = body.nextCursor ?? null;
        pages += 1;
      }
      expect(pages).toBeGreaterThanOrEqual(9);
      expect(new Set(seen).size).toBe(18);
      expect(seen).toHaveLength(18);
    }
  });

  it("counts the bytes of related records", async () => {
    const [first] = long;
    for (let n = 0; n < 20; n += 1) {
      const data = { ...requiredBody(incidentMember, api.projectId, n), incidentId: first?._id };
      await api.insert(incidentMember, data as JsonObject);
    }
    const select = { incident: { title: true, description: true } };
    const ask = (limit: number) =>
      api.ask("POST", "/api/incident-member/get-list", {
        key: api.owner,
        body: { select, limit },
      });
    const refused = expectStatus(await ask(20), 400);
    expect(refused.body.detail).toContain("limit 15 or less");
    const { data } = page(await ask(3));
    const expected = { _id: first?._id, title: first?.title, description: longest };
    expect(data.map(({ incident: embedded }) => embedded)).toEqual([expected, expected, expected]);
  });

  it("answers HEAD and a client that leaves without keeping memory", async () => {
    for (let n = 0; n < 100; n += 1) {
      const head = await list({}, "limit=2", "HEAD");
      expect([head.status, head.text]).toEqual([200, ""]);
    }
    const { engine } = api;
    const ask = { limit: 1, skip: 0, count: "none", sort: { title: 1 } } as const;
    const begin = () => listRecords(engine.context(engine.owner), incident, ask);
    const open: Awaited<ReturnType<typeof begin>>[] = [];
    const untilRefused = async () => {
      while (open.length < 100) open.push(await begin());
    };
    await expect(untilRefused()).rejects.toMatchObject({ code: "too_many_requests" });
    expect(open.length).toBeGreaterThan(2);
    for (const { portions } of open) portions?.end();
    page(await list({ limit: 1 }));
  });

  it("shows a concurrently changed record in its new state, and leaves out a deleted one", async () => {
    const { engine } = api;
    const ask = { limit: 4, skip: 0, count: "exact", sort: { title: 1 } } as const;
    const { count, portions } = await listRecords(engine.context(engine.owner), incident, ask);
    const titles: unknown[] = [];
    const [, second, third] = long;
    const first = await portions?.records.next();
    await engine.update("incident", second?._id, { title: "Changed", rootCause: "Known" });
    await engine.remove("incident", third?._id);
    for (const record of first?.value ?? []) titles.push(record.title);
    for await (const records of portions?.records ?? []) {
      for (const { title, rootCause } of records)
        titles.push(title === "Changed" ? rootCause : title);
    }
    portions?.end();
    expect([count, ...titles]).toEqual([18, "Long 00", "Known", "Long 03"]);
  });
});

describe("one long record", () => {
  it("has its ETag, is not sent again unchanged, and is written whole", async () => {
    const data = {
      ...requiredBody(incident, api.projectId, 90),
      ...{ description: longest, rootCause: longest },
      ...{ postmortemNote: longest, remediationNotes: longest },
    };
    const { _id } = await api.insert(incident, data);
    const path = `/api/incident/${_id}/get-item`;
    const reply = expectStatus(await api.ask("GET", path, { key: api.owner }), 200);
    expect(JSON.parse(reply.text)).toMatchObject({ _id, ...data });
    const etag = String(reply.headers.ETag);
    const headers = { "if-none-match": etag };
    for (let n = 0; n < 3; n += 1)
      expectStatus(await api.ask("GET", path, { key: api.owner, headers }), 304);
    const ifMatch = { "if-match": etag };
    const body = { data: { rootCause: "Known" } };
    expectStatus(
      await api.ask("PUT", `/api/incident/${_id}`, { key: api.owner, body, headers: ifMatch }),
      200,
    );
    expectStatus(
      await api.ask("PUT", `/api/incident/${_id}`, { key: api.owner, body, headers: ifMatch }),
      412,
    );
    await api.engine.remove("incident", _id);
  });
});

describe("all long records at once", () => {
  it("are exported as lists show them", async () => {
    const body = { ...byTitle, select: whole };
    const file = await api.ask("POST", "/api/incident/export", {
      ...{ key: api.owner, body, query: "format=json" },
    });
    const rows: Row[] = JSON.parse(expectStatus(file, 200).text);
    expect(rows).toHaveLength(17);
    expect(rows.every(({ description }) => description === longest)).toBe(true);
    const some = page(await list({ ...body, limit: 10 })).data;
    expect(rows.slice(0, 10).map(shown)).toEqual(some.map(shown));
  });

  it("come with their versions up to 32 MB", async () => {
    const ask = (body: JsonObject) =>
      api.ask("POST", "/api/incident/versions", { key: api.owner, body });
    expectStatus(await ask({ select: whole }), 400);
    const query = { title: { _type: "StartsWith", value: "Long 0" } };
    const select = { title: true, rootCause: true };
    const { text } = expectStatus(await ask({ select, query }), 200);
    const found: { record: Row; etag: string }[] = JSON.parse(text).data;
    expect(found).toHaveLength(8);
    for (const { record, etag } of found) {
      const own = long.find(({ _id }) => _id === record._id);
      const changed = record.title === "Changed" ? undefined : own?.rootCause;
      expect([record.rootCause ?? null, etag]).toEqual([
        changed ?? record.rootCause,
        expect.stringMatching(/^"\d+-/),
      ]);
    }
  });

  it("are left out of the overview's recent changes", async () => {
    await api.engine.update("incident", long[5]?._id, { description: "y".repeat(1_000_000) });
    const query = `projectId=${api.projectId}`;
    const reply = expectStatus(
      await api.ask("GET", "/api/summary", { key: api.owner, query }),
      200,
    );
    expect(reply.text.length).toBeLessThan(300_000);
  });
});
