import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerWeb } from "@/lib/http/web-adapter";
import { referenceResources, resourceAt } from "@/lib/resources";
import { exampleData } from "@/lib/resources/examples/examples";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { type Ask, type TestApi, testApi, textOf } from "../api";

let api: TestApi;
/** Keys with the dialect: of the project, and of the whole deployment. */
let key: string;
let deploymentKey: string;
beforeAll(async () => {
  api = await testApi();
  key = await dialectKey(["Project Owner"]);
  deploymentKey = await dialectKey(["Project Owner"], null);
});
afterAll(() => api.close());

async function dialectKey(
  permissions: readonly string[],
  projectId: string | null = api.projectId,
): Promise<string> {
  const data = { name: `Key ${newId()}`, permissions: [...permissions], projectId };
  const made = await api.engine.create(
    "api-key",
    { ...data, dialect: "oneuptime" },
    api.engine.operator,
  );
  return String(made["key"]);
}

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** Sends a request with the key of the project, and returns the status and the parsed body. */
async function send(method: string, path: string, ask: Ask = {}): Promise<Answer> {
  const { status, body, stream } = await api.send(method, `/api/${path}`, { key, ...ask });
  const text = stream ? await textOf(stream) : body;
  return { status, body: JSON.parse(text || "{}") };
}

async function ok(method: string, path: string, ask: Ask = {}): Promise<JsonObject> {
  const { status, body } = await send(method, path, ask);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

function fail(): never {
  throw new Error("There is no such resource.");
}

const create = async (path: string, data: JsonObject, ask: Ask = {}) =>
  ok("POST", path, { ...ask, body: { data } });
const get = async (path: string, id: JsonValue | undefined, select: JsonObject) =>
  ok("POST", `${path}/${id}/get-item`, { body: { select } });
const typed = (type: string, value: JsonValue) => ({ _type: type, value });

/** Creates an incident, with the required fields that the data lacks. */
async function incident(data: JsonObject = {}): Promise<JsonObject> {
  const { engine } = api;
  return create("incident", {
    title: "Checkout fails",
    currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
    incidentSeverityId: String((await engine.rows("incident-severity"))[0]?._id),
    ...data,
  });
}

describe("replies to a key with the dialect", () => {
  it("have typed ids, dates, colors and addresses, and plain _id", async () => {
    const { _id } = await create("label", { name: "typed", color: "#112233" });
    const own = { _id: true, color: true, createdAt: true, projectId: true };
    expect(await get("label", _id, own)).toEqual({
      _id,
      color: typed("Color", "#112233"),
      createdAt: typed("DateTime", expect.any(String)),
      projectId: typed("ObjectID", api.projectId),
    });
  });

  it("have related records as objects, in lists too", async () => {
    const { _id: labelId } = await create("label", { name: "related", color: "#112233" });
    const { _id } = await incident({ labels: [String(labelId)] });
    const select = { labels: true, incidentSeverity: { name: true, color: true } };
    const read = await get("incident", _id, select);
    expect(read["labels"]).toEqual([{ _id: labelId }]);
    expect(read["incidentSeverity"]).toMatchObject({ color: typed("Color", expect.any(String)) });
    const plain = await get("incident", _id, { incidentSeverity: true, incidentEpisode: true });
    expect(plain["incidentSeverity"]).toEqual({ _id: expect.any(String) });
  });

  it("to a create have deletedAt and version, and references as they were sent", async () => {
    const { _id: labelId } = await create("label", { name: "as sent", color: "#112233" });
    const sent = [{ _id: labelId ?? null }];
    const made = await incident({ labels: sent });
    expect(made).toMatchObject({ deletedAt: null, version: 1, labels: sent });
  });

  it("to a list have the keys of a page", async () => {
    const body = await ok("POST", "label/get-list", { body: { query: {}, limit: 10_000 } });
    expect(Object.keys(body).sort()).toEqual(["count", "data", "limit", "skip"]);
  });
});

describe("requests of a key with the dialect", () => {
  it.each(referenceResources.map(({ path }) => path))(
    "may select the columns of OneUptime that %s lacks, and unknown ones",
    async (path) => {
      const select = { _id: true, deletedAt: true, version: true, noSuchColumn: true };
      await ok("POST", `${path}/get-list`, { body: { select, query: {} } });
    },
  );

  it("create a record of every resource that can be created, from typed values", async () => {
    for (const resource of referenceResources) {
      if (!resource.operations.includes("create") || resource.path === "project") continue;
      const data = { ...exampleData(resource), projectId: typed("ObjectID", api.projectId) };
      const made = await create(resource.path, data);
      const { _id } = await get(resource.path, made["_id"], { _id: true });
      expect([resource.path, _id]).toEqual([resource.path, made["_id"]]);
    }
  });

  it("show the version of the record, and null, false or [] for foreign columns", async () => {
    const { _id } = await incident();
    await ok("PUT", `incident/${_id}`, { body: { data: { title: "Changed" } } });
    const select = { version: true, deletedAt: true, hosts: true, isPrivate: true };
    expect(await get("incident", _id, select)).toMatchObject({
      ...{ version: 2, deletedAt: null, hosts: [], isPrivate: false },
    });
  });

  it("may leave out the project and the time of declaration", async () => {
    const made = await incident();
    expect(made).toMatchObject({
      projectId: typed("ObjectID", api.projectId),
      declaredAt: typed("DateTime", "2030-01-01T00:00:00.000Z"),
    });
  });

  it("have numbers as text, empty ids as null and a MultiSearch under any key", async () => {
    const made = await incident({ incidentEpisodeId: "", title: "Searched words" });
    const search = { _type: "MultiSearch", value: "searched", fields: ["title", "description"] };
    const query = { _multiFieldSearch: search };
    const list = await ok("POST", "incident/get-list", { body: { query, groupBy: {} } });
    const [found] = list["data"] as JsonObject[];
    expect([list["count"], found?._id]).toEqual([1, made["_id"]]);
  });

  it("lose unknown data on create, and are refused on update in the words clients know", async () => {
    const { _id } = await create("label", { name: "odd", color: "#112233", noSuch: 1 });
    const refused = await send("PUT", `label/${_id}`, { body: { data: { noSuch: 1 } } });
    expect(refused.status).toBe(400);
    expect(refused.body["error"]).toContain("TableColumnMetadata not found for noSuch column");
    await ok("PUT", `label/${_id}`, { body: { data: { version: null, deletedAt: null } } });
  });

  it("reach a resource by its path in OneUptime, with the names of its fields there", async () => {
    const list = await ok("POST", "on-call-duty-policy-esclation-rule/get-list", { body: {} });
    expect(list["data"]).toEqual(expect.any(Array));
    const select = { serviceCatalogId: true, dependencyServiceCatalogId: true };
    const [first] = (await ok("POST", "service-catalog-dependency/get-list", { body: { select } }))[
      "data"
    ] as JsonObject[];
    expect(first).toMatchObject({
      serviceCatalogId: { _type: "ObjectID" },
      dependencyServiceCatalogId: { _type: "ObjectID" },
    });
  });

  it("of the whole deployment are narrowed by tenantid to one project", async () => {
    const other = await api.newProject();
    const count = async (headers: Record<string, string>) =>
      (await ok("POST", "label/count", { key: deploymentKey, headers, body: {} }))["count"];
    await create("label", { name: "n", color: "#112233" });
    expect(await count({ tenantid: other })).toBe(0);
    expect(await count({ projectid: other })).toBe(0);
    expect(await count({})).not.toBe(0);
    // A key of one project stays in it.
    const own = await ok("POST", "label/count", { headers: { tenantid: other }, body: {} });
    expect(own["count"]).not.toBe(0);
    const refused = await send("POST", "label/count", {
      ...{ key: deploymentKey, headers: { tenantid: "x" }, body: {} },
    });
    expect(refused.status).toBe(400);
  });
});

describe("columns that only clients of OneUptime know", () => {
  it("are kept as they write them, and no reply of the plain API has them", async () => {
    const { _id } = await incident({
      isOwnerNotifiedOfResourceCreation: true,
      subscriberNotificationStatusOnIncidentCreated: "Pending",
    });
    const select = {
      isOwnerNotifiedOfResourceCreation: true,
      subscriberNotificationStatusOnIncidentCreated: true,
      subscriberNotificationStatusOnPostmortemPublished: true,
    };
    const data = { subscriberNotificationStatusOnPostmortemPublished: "Success" };
    await ok("PUT", `incident/${_id}`, { body: { data } });
    expect(await get("incident", _id, select)).toEqual({
      _id,
      isOwnerNotifiedOfResourceCreation: true,
      subscriberNotificationStatusOnIncidentCreated: "Pending",
      subscriberNotificationStatusOnPostmortemPublished: "Success",
    });
    const query = { isOwnerNotifiedOfResourceCreation: true };
    expect((await ok("POST", "incident/count", { body: { query } }))["count"]).toBe(1);

    const plain = { key: api.owner };
    const whole = await api.ask("GET", `/api/incident/${_id}/get-item`, plain);
    expect(Object.keys(whole.body).filter((name) => name in select)).toEqual([]);
    const asked = await api.ask("POST", `/api/incident/${_id}/get-item`, {
      ...{ ...plain, body: { select } },
    });
    expect(asked.status).toBe(400);
    const log = await api.ask("POST", "/api/change-log/get-list", { ...plain, body: {} });
    expect(log.text).not.toContain("NotifiedOfResourceCreation");
  });

  it.each(["monitor-status-timeline", "incident-template-owner-user", "ai-agent-owner-team"])(
    "are kept in %s, and false where nobody wrote them",
    async (path) => {
      const example = exampleData(referenceResources.find((one) => one.path === path) ?? fail());
      const made = await create(path, { ...example, isOwnerNotified: true });
      const select = { isOwnerNotified: true };
      const { _id } = made;
      expect(await get(path, _id, select)).toEqual({ _id, isOwnerNotified: true });
      await ok("PUT", `${path}/${_id}`, { body: { data: { isOwnerNotified: null } } });
      expect(await get(path, _id, select)).toEqual({ _id, isOwnerNotified: false });
    },
  );
});

describe("numbers of members", () => {
  it("count what the caller may read, of all records of a page, and give no ETag", async () => {
    const example = (path: string) => exampleData(resourceAt(path) ?? fail());
    const episodes = [1, 2].map(() => create("incident-episode", example("incident-episode")));
    const [full, empty] = await Promise.all(episodes);
    const other = await api.newProject();
    await incident({ incidentEpisodeId: full?.["_id"] ?? null });
    await incident({ incidentEpisodeId: full?.["_id"] ?? null });
    const foreign = { incidentEpisodeId: full?.["_id"] ?? null, projectId: other };
    await create("incident", { ...example("incident"), ...foreign }, { key: deploymentKey });
    const counts = async (own: string) => {
      const query = { _id: { _type: "Includes", value: [full?.["_id"], empty?.["_id"]] } };
      const select = { incidentCount: true };
      const body: JsonObject = JSON.parse(JSON.stringify({ query, select }));
      const list = await ok("POST", "incident-episode/get-list", { key: own, body });
      const data = list["data"] as JsonObject[];
      return [full, empty].map(
        (one) => data.find(({ _id }) => _id === one?.["_id"])?.["incidentCount"],
      );
    };
    expect(await counts(key)).toEqual([2, 0]);
    expect(await counts(deploymentKey)).toEqual([3, 0]);
    expect(await counts(await dialectKey(["Read Incident Episode"]))).toEqual([0, 0]);
    // The number changes while the version of the episode stays.
    const query = "select=title,incidentCount";
    const path = `/api/incident-episode/${full?.["_id"]}/get-item`;
    const { headers } = await api.send("GET", path, { key, query });
    expect(headers["ETag"]).toBeUndefined();
  });
});

describe("bodies that gzip compressed", () => {
  const settings = { corsOrigins: [], maxBodyBytes: 1_000_000 };
  const sendGzip = async (own: string, content: Uint8Array) => {
    const headers = { ApiKey: own, "Content-Type": "application/json", "Content-Encoding": "gzip" };
    const url = "http://127.0.0.1/api/label";
    const request = new Request(url, { method: "POST", headers, body: new Uint8Array(content) });
    const reply = await answerWeb(request, { handle: api.handle, settings });
    return { status: reply.status, text: await reply.text() };
  };
  const label = (description: string) =>
    JSON.stringify({ data: { name: `Gzip ${newId()}`, color: "#112233", description } });

  it("are taken from a key with the dialect, and 415 from others", async () => {
    const sent = gzipSync(label("Größe"));
    expect((await sendGzip(api.owner, sent)).status).toBe(415);
    const { status, text } = await sendGzip(key, sent);
    expect([status, JSON.parse(text).description]).toEqual([200, "Größe"]);
  });

  it("count by what they become, and at most a hundredfold", async () => {
    const noise = randomBytes(400_000).toString("hex");
    expect((await sendGzip(key, gzipSync(label(noise + noise)))).status).toBe(413);
    const bomb = await sendGzip(key, gzipSync(label("x".repeat(900_000))));
    expect([bomb.status, bomb.text]).toEqual([413, expect.stringContaining("100 times")]);
    expect((await sendGzip(key, gzipSync("[".repeat(200)))).status).toBe(400);
  });

  it("are 400 unless they are whole gzip", async () => {
    const sent = gzipSync(label("x"));
    for (const content of [
      sent.subarray(0, -9),
      Buffer.from("{}"),
      Buffer.from("x".repeat(70_000)),
    ])
      expect((await sendGzip(key, content)).status).toBe(400);
  });
});

describe("refusals of a key with the dialect", () => {
  it("have statuses that do not log users out, and the text as error too", async () => {
    const weak = await dialectKey(["Read Label"]);
    const forbidden = await send("POST", "incident/get-list", { key: weak, body: {} });
    expect(forbidden.status).toBe(422);
    expect(forbidden.body["error"]).toBe(forbidden.body["message"]);
    const reader = await dialectKey(["Read Incident"]);
    const nested = { select: { labels: { name: true } } };
    const select = await send("POST", "incident/get-list", { key: reader, body: nested });
    expect(select.status).toBe(422);
    expect(select.body["message"]).toContain("select on - labels");
    expect((await send("POST", "change-log", { body: { data: {} } })).status).toBe(422);
    expect((await send("POST", "label/count", { key: "toc_none", body: {} })).status).toBe(401);
    expect((await send("POST", `label/${newId()}/get-item`, { body: {} })).status).toBe(404);
    const large = await send("POST", "label/get-list", { body: { limit: 10_001 } });
    expect([large.status, large.body["message"]]).toEqual([400, expect.stringContaining("10,000")]);
  });
});

describe("keys with and without the dialect", () => {
  it("get replies of their own form to the same request, also repeatedly", async () => {
    const { _id } = await create("label", { name: "both", color: "#445566" });
    const ask = { body: { select: { color: true } } };
    for (let n = 0; n < 3; n += 1) {
      const plain = await api.ask("POST", `/api/label/${_id}/get-item`, { key: api.owner, ...ask });
      expect(plain.body).toEqual({ _id, color: "#445566" });
      expect(await ok("POST", `label/${_id}/get-item`, ask)).toEqual({
        ...{ _id, color: typed("Color", "#445566") },
      });
    }
  });

  it("have one of the two dialects", async () => {
    const data = { name: "odd", permissions: ["Read Label"], projectId: api.projectId };
    const body = { data: { ...data, dialect: "other" } };
    const refused = await api.ask("POST", "/api/api-key", { key: api.owner, body });
    expect([refused.status, JSON.stringify(refused.body["errors"])]).toEqual([
      400,
      expect.stringContaining("dialect"),
    ]);
    const { dialect } = await api.engine.get("api-key", (await api.engine.rows("api-key"))[0]?._id);
    expect(dialect).toBe("plain");
  });
});

it("no odd value in any place of a request is an error of the server", async () => {
  const odd: JsonValue[] = [null, 1, "", "x", [], [[]], {}, { _type: "MultiSearch" }];
  odd.push({ _type: "ObjectID" }, { _type: "ObjectID", value: {} }, { __proto__: null, a: 1 });
  odd.push({ _type: "MultiSearch", value: {}, fields: 1 }, { _and: [1] }, { version: {} });
  for (const value of odd) {
    const parts = { select: value, query: value, sort: value, limit: value, groupBy: value };
    for (const [name, part] of Object.entries(parts)) {
      const { status } = await send("POST", "incident/get-list", { body: { [name]: part } });
      expect([name, value, status < 500]).toEqual([name, value, true]);
    }
    for (const name of ["title", "labels", "incidentSeverityId", "declaredAt", "version"]) {
      const data = { [name]: value };
      for (const body of [{ data }, { data: value }]) {
        const { status } = await send("POST", "incident", { body });
        expect([name, value, status < 500]).toEqual([name, value, true]);
      }
    }
  }
});

describe("a write of a key with the dialect", () => {
  it("writes the same entries in the feed and in the change log as one of a plain key", async () => {
    const { engine } = api;
    const stateId = await engine.idOf("incident-state", "Resolved");
    const first = {
      ...{ projectId: api.projectId, title: "Same", declaredAt: engine.clock.iso() },
      currentIncidentStateId: await engine.idOf("incident-state", "Identified"),
      incidentSeverityId: String((await engine.rows("incident-severity"))[0]?._id),
    };
    const written = async (sender: string) => {
      const ask = (data: JsonObject) => ({ key: sender, body: { data } });
      const { _id } = await ok("POST", "incident", ask(first));
      await ok("PUT", `incident/${_id}`, ask({ currentIncidentStateId: stateId }));
      const of = async (path: string, column: string) =>
        engine.rows(path, { op: "eq", column, value: String(_id) });
      const feed = await of("incident-feed", "incidentId");
      const log = await of("change-log", "recordId");
      return {
        feed: feed.map((row) => row["incidentFeedEventType"]),
        log: log.map(({ operation, before, after }) => ({
          operation,
          before: Object.keys(before ?? {}),
          after: Object.keys(after ?? {}),
        })),
      };
    };
    const plain = await written(api.owner);
    expect(plain.feed).toHaveLength(1);
    expect(plain.log.map(({ operation }) => operation)).toContain("update");
    expect(await written(key)).toEqual(plain);
  });
});
