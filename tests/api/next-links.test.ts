import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextPageHeader } from "@/lib/http/message/inputs/next-page";
import { referenceResources } from "@/lib/resources";
import { label } from "@/lib/resources/settings/label";
import type { JsonObject } from "@/lib/schema/json";
import { type Ask, expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";

let api: TestApi;
const publicUrl = "https://tocsin.example";
beforeAll(async () => {
  api = await testApi();
  for (const resource of referenceResources) {
    for (let n = 0; n < 5; n += 1) {
      await api.insert(resource, requiredBody(resource, api.projectId, n));
    }
  }
  for (let n = 0; n < 20; n += 1) {
    const data = { ...requiredBody(label, api.projectId, n), name: `Label ${n}` };
    await api.insert(label, data);
  }
});
afterAll(() => api.close());

const ask = async (path: string, query: string, more: Ask = {}, method = "GET") =>
  expectStatus(await api.ask(method, path, { key: api.owner, query, ...more }), 200);

/** Returns the address of the next page; undefined on the last page. */
function nextOf({ headers }: Reply): string | undefined {
  const link = headers["Link"];
  if (link === undefined) return undefined;
  const [, address] = /^<([^<>"\s]+)>; rel="next"$/.exec(link) ?? [];
  if (address === undefined) throw new Error(`This is no link to a next page: ${link}`);
  return address;
}

/** Follows the links from a first page on. Returns the ids of each page. */
async function walk(path: string, first: string, more: Ask = {}): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  for (let query: string | undefined = first; query !== undefined; ) {
    // Only the first request carries what is in `more`.
    const reply: Reply = await ask(path, query, pages.length === 0 ? more : {});
    pages.push((reply.body.data as JsonObject[]).map(({ _id }) => _id));
    const next = nextOf(reply);
    if (next !== undefined) expect(next.startsWith(`${path}?`)).toBe(true);
    query = next?.slice(path.length + 1);
  }
  return pages;
}

const sizes = (pages: unknown[][]) => pages.map(({ length }) => length);

describe("the Link of a list that has more", () => {
  it.each(referenceResources.map(({ path }) => path))(
    "leads to every record of %s",
    async (path) => {
      const list = `/api/${path}/get-list`;
      const whole = (await walk(list, "limit=100"))[0] ?? [];
      expect(whole.length).toBeGreaterThanOrEqual(5);
      for (const query of ["limit=2", "limit=2&count=none", "limit=2&cursor=", "limit=5"]) {
        const pages = await walk(list, query);
        expect(pages.flat()).toEqual(whole);
        expect(pages.every((page) => page.length > 0)).toBe(true);
      }
    },
  );

  it("repeats the query string", async () => {
    const query = new URLSearchParams({
      query: JSON.stringify({ name: { _type: "Search", value: 'label, 1>;"&=' } }),
      ...{ select: "name", sort: "-name", limit: "1" },
    });
    expect(nextOf(await ask("/api/label/get-list", `${query}`))).toBeUndefined();
    query.set("query", JSON.stringify({ name: { _type: "Search", value: "label" } }));
    const next = new URLSearchParams(
      nextOf(await ask("/api/label/get-list", `${query}`))?.split("?")[1],
    );
    expect(Object.fromEntries(next)).toEqual({ ...Object.fromEntries(query), skip: "1" });
  });

  it("repeats the query of a body, so that it leads to the same list", async () => {
    const filter = { name: { _type: "StartsWith", value: "Label 1" } };
    const body = { query: filter, select: { name: true }, sort: { name: 1 }, limit: 4 };
    const pages = await walk("/api/label/get-list", "", { body });
    // Label 1 and Label 10 to Label 19.
    expect(sizes(pages)).toEqual([4, 4, 3]);
    const uncounted = await walk("/api/label/get-list", "", { body: { ...body, count: "none" } });
    expect(uncounted).toEqual(pages);
    const byCursor = await walk("/api/label/get-list", "skip=3", {
      body: { ...body, cursor: null },
    });
    expect(byCursor).toEqual(pages);
  });

  it("names the applied limit", async () => {
    const reply = await ask("/api/label/get-list", "limit=3&skip=2");
    expect(nextOf(reply)).toBe("/api/label/get-list?limit=3&skip=5");
  });

  it("is absent from the last page, also where that is full or empty", async () => {
    const { count } = (await ask("/api/label/get-list", "")).body;
    for (const more of ["", "&count=none"]) {
      const last = `limit=1&skip=${Number(count) - 1}${more}`;
      expect(nextOf(await ask("/api/label/get-list", last))).toBeUndefined();
      expect(nextOf(await ask("/api/label/get-list", `skip=${count}${more}`))).toBeUndefined();
    }
  });

  it("is the same for HEAD, and absent from a POST, a count and a refusal", async () => {
    const path = "/api/label/get-list";
    const got = nextOf(await ask(path, "limit=1"));
    expect(got).toBeDefined();
    expect(nextOf(await ask(path, "limit=1", {}, "HEAD"))).toBe(got);
    expect(nextOf(await ask(path, "limit=1", {}, "POST"))).toBeUndefined();
    expect((await ask("/api/label/count", "")).headers).not.toHaveProperty("Link");
    const refused = await api.ask("GET", path, { key: api.owner, query: "limit=0" });
    expect(refused.headers).not.toHaveProperty("Link");
  });

  it("is absent where the address would be longer than the server takes", async () => {
    const name = `Label${"x".repeat(8_000)}`;
    const body = { query: { _not: { name } }, limit: 1 };
    const reply = await ask("/api/label/get-list", "", { body });
    expect(reply.body.count).toBeGreaterThan(1);
    expect(nextOf(reply)).toBeUndefined();
  });

  it("is absolute where the deployment has a public address", async () => {
    const own = await testApi({ references: "loose", publicUrl });
    for (let n = 0; n < 2; n += 1) {
      await own.insert(label, { ...requiredBody(label, own.projectId, n), name: `Label ${n}` });
    }
    const reply = await own.ask("GET", "/api/label/get-list", { key: own.owner, query: "limit=1" });
    expect(nextOf(reply)).toBe(`${publicUrl}/api/label/get-list?limit=1&skip=1`);
    await own.close();
  });

  it("leaves the four keys of the reply alone", async () => {
    const { body } = await ask("/api/label/get-list", "limit=1");
    expect(Object.keys(body)).toEqual(["count", "limit", "skip", "data"]);
  });
});

it("no link leads beyond the highest skip", () => {
  expect(nextPage(999_990)).toContain("skip=1000000");
  expect(nextPage(999_991)).toBeUndefined();
});

/** A list with so many records takes minutes to make. */
function nextPage(skip: number): string | undefined {
  const inputs = { query: new URLSearchParams(), body: {}, resource: label, publicUrl: undefined };
  const reply = { count: -1, limit: 10, skip, data: [], hasMore: true };
  return nextPageHeader(inputs, "GET", reply)["Link"];
}
