import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { referenceResources, resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import { writableColumns } from "@/lib/schema/record/writable";
import type { Operation, Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";
import { goodValue, requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

interface Outcome extends JsonObject {
  readonly id: string;
  readonly status: number;
}

function outcomes(reply: Reply): readonly Outcome[] {
  return expectStatus(reply, 200).body["data"] as readonly Outcome[];
}

function bulk(
  resource: Resource,
  writing: "create" | "update" | "delete",
  body: JsonObject,
  key = api.owner,
) {
  return api.ask("POST", `/api/${resource.path}/bulk-${writing}`, { key, body });
}

async function versions(resource: Resource, ask: JsonObject, key = api.owner) {
  const reply = await api.ask("POST", `/api/${resource.path}/versions`, { key, body: ask });
  return expectStatus(reply, 200).body["data"] as readonly {
    readonly record: JsonObject;
    readonly etag: string;
  }[];
}

async function made(resource: Resource, seeds: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const seed of seeds) {
    const row = await api.insert(resource, requiredBody(resource, api.projectId, seed));
    ids.push(String(row["_id"]));
  }
  return ids;
}

/** Returns a visible change that every record of the resource accepts. */
function changeOf(resource: Resource): JsonObject {
  const column = writableColumns(resource).find(
    ({ name, field }) =>
      !["_id", "projectId"].includes(name) &&
      !kindOf(field).isSecret &&
      !field.slugFrom &&
      !field.counts &&
      !field.ordersWithin,
  );
  if (!column) throw new Error(`Nothing of ${resource.name} can be changed.`);
  return { [column.name]: goodValue(column.field, 77) };
}

const offering = (operation: Operation) =>
  referenceResources.filter(({ operations }) => operations.includes(operation));

describe.each(offering("create"))("many $plural at once", (resource) => {
  it("are created in the order sent, without the refused ones", async () => {
    const items = [1, 2, 3].map((seed) => ({ data: requiredBody(resource, api.projectId, seed) }));
    const bad = { data: { projectId: api.projectId, nonsense: 1 } };
    const reply = await bulk(resource, "create", {
      items: [items[0], bad, items[1]] as JsonObject[],
    });
    const [first, refused, last] = outcomes(reply);
    expect(reply.body).toMatchObject({ done: 2, refused: 1 });
    expect(refused).toMatchObject({ id: null, status: 400, code: "validation" });
    expect(refused?.["errors"]).toContainEqual(
      expect.objectContaining({ pointer: "/data/nonsense" }),
    );
    for (const one of [first, last]) {
      const path = `/api/${resource.path}/${one?.id}/get-item`;
      const read = expectStatus(await api.ask("GET", path, { key: api.owner }), 200);
      expect(read.headers["ETag"]).toBe(one?.["etag"]);
      expect(one?.["record"]).toMatchObject({ _id: one?.id ?? "" });
    }
  });
});

describe.each(offering("update"))("many $plural at once", (resource) => {
  it("are changed as one update would, but for one that changed meanwhile and one that is gone", async () => {
    const ids = await made(resource, [11, 12, 13]);
    const data = changeOf(resource);
    const seen = await versions(resource, { query: { _id: ids } });
    expect(seen).toHaveLength(3);
    const [stale = ""] = ids;
    const [column = ""] = Object.keys(data);
    const field = writableColumns(resource).find(({ name }) => name === column)?.field;
    const other = field ? { [column]: goodValue(field, 78) } : {};
    const path = `/api/${resource.path}/${stale}`;
    expectStatus(await api.ask("PUT", path, { key: api.owner, body: { data: other } }), 200);
    const items = seen.map(({ record, etag }) => ({ id: String(record["_id"]), etag }));
    const reply = await bulk(resource, "update", {
      items: [...items, { id: newId() }],
      data,
    });
    const byId = new Map(outcomes(reply).map((one) => [one.id, one]));
    expect(
      outcomes(reply)
        .map(({ id }) => id)
        .slice(0, 3),
    ).toEqual(items.map(({ id }) => id));
    expect(byId.get(stale)).toMatchObject({ status: 412, code: "precondition_failed" });
    expect(outcomes(reply).at(-1)).toMatchObject({ status: 404, code: "not_found" });
    expect(reply.body).toMatchObject({ done: 2, refused: 2 });
    for (const id of ids) {
      const read = await api.ask("GET", `/api/${resource.path}/${id}/get-item`, { key: api.owner });
      expect(read.body).toMatchObject(id === stale ? other : data);
      if (id !== stale) expect(read.headers["ETag"]).toBe(byId.get(id)?.["etag"]);
    }
    const query = { recordId: ids, operation: "update" };
    const log = await api.ask("POST", "/api/change-log/get-list", {
      ...{ key: api.owner, body: { query, limit: 100 } },
    });
    const requests = (log.body["data"] as JsonObject[])
      .filter(({ recordId, channel }) => recordId !== stale && channel === "api")
      .map(({ requestId }) => requestId);
    expect(new Set(requests)).toEqual(new Set([reply.headers["X-Request-Id"]]));
    expect(requests).toHaveLength(2);
  });

  it("take each its own values before those of all", async () => {
    const [one = "", other = ""] = await made(resource, [21, 22]);
    const data = changeOf(resource);
    const [column = ""] = Object.keys(data);
    const field = writableColumns(resource).find(({ name }) => name === column)?.field;
    const own = field ? { [column]: goodValue(field, 79) } : {};
    const items = [{ id: one, data: own }, { id: other }];
    expect((await bulk(resource, "update", { items, data })).body).toMatchObject({ done: 2 });
    const seen = await versions(resource, {
      query: { _id: [one, other] },
      select: { [column]: true },
    });
    const values = new Map(seen.map(({ record }) => [record["_id"], record[column]]));
    expect([values.get(one), values.get(other)]).toEqual([own[column], data[column]]);
  });

  it("take null for no data, also beside the data of all", async () => {
    const [one = "", other = ""] = await made(resource, [23, 24]);
    const items = [{ id: one, data: null }, { id: other }];
    const reply = await bulk(resource, "update", { items, data: changeOf(resource) });
    expect(reply.body.data).toMatchObject([
      { id: one, status: 400 },
      { id: other, status: 200 },
    ]);
  });

  it("stay unchanged when the data for all is invalid", async () => {
    const ids = await made(resource, [31]);
    const before = await dump(api.engine.store);
    const items = ids.map((id) => ({ id }));
    const reply = await bulk(resource, "update", { items, data: { nonsense: 1 } });
    expectStatus(reply, 400);
    expect({ ...(await dump(api.engine.store)), "api-key": 0, api_key: 0 }).toEqual({
      ...before,
      "api-key": 0,
      api_key: 0,
    });
  });
});

describe.each(offering("delete"))("many $plural at once", (resource) => {
  it("are deleted, but for one that changed meanwhile and those of another project", async () => {
    const ids = await made(resource, [41, 42]);
    const seen = await versions(resource, { query: { _id: ids } });
    const [stale = ""] = ids;
    const change = changeOf(resource);
    if (resource.operations.includes("update")) {
      const path = `/api/${resource.path}/${stale}`;
      expectStatus(await api.ask("PUT", path, { key: api.owner, body: { data: change } }), 200);
    }
    const elsewhere = await api.newProject();
    const foreign = await api.insert(resource, requiredBody(resource, elsewhere, 43));
    const items = [
      ...seen.map(({ record, etag }) => ({ id: String(record["_id"]), etag })),
      { id: String(foreign["_id"]) },
    ];
    const reply = await bulk(resource, "delete", { items });
    const statuses = new Map(outcomes(reply).map(({ id, status }) => [id, status]));
    expect(ids.map((id) => statuses.get(id))).toEqual([412, 200]);
    expect(statuses.get(String(foreign["_id"]))).toBe(404);
    const left = await versions(resource, { query: { _id: ids } });
    expect(left.map(({ record }) => record["_id"])).toEqual([stale]);
  });

  it("are refused to callers who may only read them, before the body is validated", async () => {
    const reader = await api.key(["Read All Project Resources"]);
    for (const writing of ["create", "update", "delete"] as const) {
      if (!resource.operations.includes(writing)) continue;
      expectStatus(await bulk(resource, writing, { items: "nonsense" }, reader), 403);
    }
  });
});

const oneLabel = { id: "0190a000-0000-7000-8000-00000000000a" };

describe.each([
  ["no items", {}, "/items"],
  ["an empty list", { items: [] }, "/items"],
  ["too many", { items: Array.from({ length: 501 }, () => oneLabel) }, "/items"],
  ["what is no object", { items: [1] }, "/items/0"],
  ["no id", { items: [{ id: "x" }] }, "/items/0/id"],
  ["one twice", { items: [oneLabel, oneLabel] }, "/items/1/id"],
  ["what is no ETag", { items: [{ ...oneLabel, etag: "7" }] }, "/items/0/etag"],
  ["an unknown part", { items: [{ ...oneLabel, version: 7 }] }, "/items/0/version"],
  ["a query", { items: [oneLabel], query: {} }, "/query"],
] as const)("a bulk write with %s", (_, body, pointer) => {
  it.each(["update", "delete"])("is a 400 that points there: %s", async (writing) => {
    const data = writing === "update" ? { data: { name: "x" } } : {};
    const path = `/api/label/bulk-${writing}`;
    const reply = await api.ask("POST", path, {
      ...{ key: api.owner, body: { ...body, ...data } as JsonObject },
    });
    expectStatus(reply, 400);
    expect(reply.body["errors"]).toMatchObject([{ pointer }]);
  });
});

describe("versions", () => {
  it("are in order, with the selected fields, of records the caller may read", async () => {
    const severity = offering("delete").find(({ path }) => path === "alert-severity");
    if (!severity) throw new Error("There are no alert severities.");
    await made(severity, [51, 52]);
    const seen = await versions(severity, { select: { name: true }, sort: { name: 1 } });
    const names = seen.map(({ record }) => String(record["name"]));
    expect(names).toEqual([...names].sort());
    expect(Object.keys(seen[0]?.record ?? {})).toEqual(["_id", "name"]);
    const outsider = await api.key(["Project Owner"], await api.newProject());
    const theirs = await versions(severity, {}, outsider);
    expect(
      theirs.some(({ record }) => seen.some((own) => own.record["_id"] === record["_id"])),
    ).toBe(false);
  });

  it("are refused when the selected fields are too long, with advice", async () => {
    const incident = offering("delete").find(({ path }) => path === "incident");
    if (!incident) throw new Error("There are no incidents.");
    const title = "Of many words";
    const description = "x".repeat(4_000_000);
    for (let seed = 0; seed < 9; seed += 1) {
      const data = requiredBody(incident, api.projectId, 100 + seed);
      await api.insert(incident, { ...data, title, description });
    }
    const ask = { query: { title }, select: { description: true } };
    const path = "/api/incident/versions";
    const reply = expectStatus(await api.ask("POST", path, { key: api.owner, body: ask }), 400);
    const faults = reply.body["errors"] as readonly JsonObject[];
    expect(faults.map(({ field }) => field)).toEqual(["select", "query"]);
    expect(await versions(incident, { query: { title } })).toHaveLength(9);
  });
});

describe("a bulk create", () => {
  it("with an Idempotency-Key is applied once, and resumes where it ended", async () => {
    const body = {
      items: [61, 62].map((n) => ({
        data: { projectId: api.projectId, name: `Once ${n}`, color: "#123456", order: 1 },
      })),
    };
    const send = (items: JsonObject) =>
      api.ask("POST", "/api/alert-severity/bulk-create", {
        key: api.owner,
        body: items,
        headers: { "idempotency-key": "once" },
      });
    const first = outcomes(await send(body));
    expect(outcomes(await send(body)).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  });

  it("with a used Idempotency-Key and another body creates nothing", async () => {
    const label = (name: string) => ({
      data: { projectId: api.projectId, name, color: "#123456" },
    });
    const send = (items: JsonObject[]) =>
      api.ask("POST", "/api/label/bulk-create", {
        ...{ key: api.owner, body: { items } },
        headers: { "idempotency-key": "bound" },
      });
    const first = await send([label("Bound 1"), { data: { name: 7 } }]);
    expect(outcomes(first).map(({ status }) => status)).toEqual([200, 400]);
    const other = outcomes(await send([label("Bound 1"), label("Bound 2")]));
    expect(other.map(({ status }) => status)).toEqual([409, 409]);
    const shorter = outcomes(await send([label("Bound 1")]));
    expect(shorter.map(({ status }) => status)).toEqual([409]);
    const again = await send([label("Bound 1"), { data: { name: 7 } }]);
    expect(outcomes(again)).toMatchObject([{ id: outcomes(first)[0]?.id }, { status: 400 }]);
    const names = await api.engine.rows("label", { op: "notNull", column: "name" });
    expect(names.map(({ name }) => name)).not.toContain("Bound 2");
  });

  it("accepts fewer items with a password", async () => {
    const data = { projectId: api.projectId, statusPageId: newId(), password: "hunter2" };
    const body = { items: Array.from({ length: 51 }, () => ({ data })) };
    const path = "/api/status-page-private-user/bulk-create";
    const reply = expectStatus(await api.ask("POST", path, { key: api.owner, body }), 400);
    expect(reply.body["message"]).toContain("1 to 50");
  });

  it("stops once nothing can be written, and says when to retry", async () => {
    const { store } = api.engine;
    const { write } = store;
    let tried = 0;
    store.write = () => {
      tried += 1;
      return Promise.reject(new AppError("unavailable", "Nothing is written now."));
    };
    const data = { projectId: api.projectId, name: "Never", color: "#123456", order: 1 };
    const body = { items: Array.from({ length: 20 }, () => ({ data })) };
    const path = "/api/alert-severity/bulk-create";
    const reply = await api.ask("POST", path, { key: api.owner, body });
    store.write = write;
    expectStatus(reply, 503);
    expect([tried, reply.headers["Retry-After"]]).toEqual([1, "2"]);
  });

  it("shows its shape after a request with another one", async () => {
    const path = "/api/label/bulk-create";
    const ask = (body: JsonObject) => api.ask("POST", path, { key: api.owner, body });
    const whole = await ask({ data: { name: "L" } });
    expectStatus(whole, 400);
    expect(whole.body.detail).toContain('as in {"items": [{"data": {…}}]}');
    const flat = await ask({ items: [{ name: "L" }] });
    expectStatus(flat, 400);
    expect(flat.body.detail).toContain('as in {"items": [{"data": …}]}');
  });
});

it("a reply on many items with long unknown names stays small: names are cut, faults capped", async () => {
  const label = resources.get("label");
  if (!label) throw new Error("There is no label.");
  const data = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`n${at}${"x".repeat(2_000)}`, 1]),
  );
  const items = Array.from({ length: 40 }, () => ({ data }));
  const all = outcomes(await bulk(label, "create", { items }));
  expect(all.map(({ status }) => status)).toEqual(items.map(() => 400));
  const faults = all.map((one) => one["errors"] as readonly Record<string, string>[]);
  expect(faults.every((own) => own.length > 0)).toBe(true);
  expect(faults.flat().length).toBeLessThanOrEqual(540);
  for (const { pointer = "", field = "" } of faults.flat()) {
    expect([pointer.length <= 1_001, field.length <= 101]).toEqual([true, true]);
  }
});
