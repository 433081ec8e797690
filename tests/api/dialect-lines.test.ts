import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerWeb } from "@/lib/http/web-adapter";
import { resourceAt } from "@/lib/resources";
import { exampleData } from "@/lib/resources/examples/examples";
import { probe } from "@/lib/resources/monitoring/probe";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { type TestApi, testApi, textOf } from "../api";

/** Each line of the table of the dialect in docs/clients.md, by what it says about a request. */

let api: TestApi;
/** Keys with the dialect: of the project, of the deployment, and with few permissions. */
let key: string;
let deploymentKey: string;
let weakKey: string;
let stateId: string;
let severityId: string;
beforeAll(async () => {
  api = await testApi();
  key = await dialectKey(["Project Owner"], api.projectId);
  deploymentKey = await dialectKey(["Project Owner"], null);
  weakKey = await dialectKey(["Read Incident"], api.projectId);
  stateId = await api.engine.idOf("incident-state", "Identified");
  severityId = String((await api.engine.rows("incident-severity"))[0]?._id);
});
afterAll(() => api.close());

async function dialectKey(permissions: string[], projectId: string | null): Promise<string> {
  const data = { name: `Key ${newId()}`, permissions, projectId, dialect: "oneuptime" };
  return String((await api.engine.create("api-key", data, api.engine.operator))["key"]);
}

interface Sent {
  readonly key?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with the key of the project. Returns the status with the parts of the body. */
async function send(
  method: string,
  path: string,
  body?: JsonObject,
  more: Sent = {},
): Promise<JsonObject> {
  const ask = { key, ...more, ...(body && { body }) };
  const { status, body: sent, stream } = await api.send(method, `/api/${path}`, ask);
  const answer: JsonObject = JSON.parse((stream ? await textOf(stream) : sent) || "{}");
  return { status, ...answer };
}

async function read(path: string, id: JsonValue | undefined, select?: JsonObject, more?: Sent) {
  return await send("POST", `${path}/${id}/get-item`, select && { select }, more);
}

async function create(path: string, data: JsonObject): Promise<JsonObject> {
  const made = await send("POST", path, { data });
  expect(made, JSON.stringify(made)).toMatchObject({ status: 200 });
  return made;
}

const typed = (_type: string, value: JsonValue = expect.any(String)) => ({ _type, value });
const label = (more: JsonObject = {}) =>
  create("label", { name: `Label ${newId()}`, color: "#112233", ...more });
const incident = (more: JsonObject = {}) =>
  create("incident", {
    ...{ title: "Down", currentIncidentStateId: stateId, incidentSeverityId: severityId },
    ...more,
  });

function exampleOf(path: string): JsonObject {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`There is no ${path}.`);
  return exampleData(resource);
}

const lines: readonly (readonly [line: string, check: () => Promise<void>])[] = [
  [
    "ids other than _id are typed in replies",
    async () => {
      const { _id } = await label();
      expect(await read("label", _id)).toMatchObject({ _id, projectId: typed("ObjectID") });
    },
  ],
  [
    "dates are typed",
    async () => {
      const { _id } = await label();
      expect(await read("label", _id)).toMatchObject({ createdAt: typed("DateTime") });
    },
  ],
  [
    "colors, e-mail addresses, web addresses and versions are typed",
    async () => {
      const { _id } = await label();
      expect(await read("label", _id)).toMatchObject({ color: typed("Color", "#112233") });
      const person = await create("status-page-private-user", {
        ...exampleOf("status-page-private-user"),
        email: "ann@example.com",
      });
      const email = { email: typed("Email", "ann@example.com") };
      expect(await read("status-page-private-user", person["_id"], { email: true })).toMatchObject(
        email,
      );
      const pull = await create("ai-agent-task-pull-request", {
        ...exampleOf("ai-agent-task-pull-request"),
        pullRequestUrl: "https://code.example/1",
      });
      expect(
        await read("ai-agent-task-pull-request", pull["_id"], { pullRequestUrl: true }),
      ).toMatchObject({ pullRequestUrl: typed("URL", "https://code.example/1") });
      const own = { ...exampleData(probe), probeVersion: "1.2.3", projectId: api.projectId };
      const row = await api.insert(probe, own);
      expect(await read("probe", row._id, { probeVersion: true })).toMatchObject({
        probeVersion: typed("Version", "1.2.3"),
      });
    },
  ],
  [
    "a relation by name is an object with its id, or null",
    async () => {
      const { _id } = await incident();
      const select = { incidentSeverity: true, incidentEpisode: true };
      expect(await read("incident", _id, select)).toMatchObject({
        incidentSeverity: { _id: severityId },
        incidentEpisode: null,
      });
    },
  ],
  [
    "a list relation is a list of objects",
    async () => {
      const one = await label();
      const { _id } = await incident({ labels: [String(one["_id"])] });
      expect(await read("incident", _id, { labels: true })).toMatchObject({
        labels: [{ _id: one["_id"] }],
      });
    },
  ],
  [
    "a nested select of files shows their ids",
    async () => {
      const { _id } = await incident();
      const select = { postmortemAttachments: { _id: true, name: true } };
      const shown = await read("incident", _id, select);
      expect(shown).toMatchObject({ status: 200, postmortemAttachments: [] });
    },
  ],
  [
    "related records of a nested select have the same form inside",
    async () => {
      const { _id } = await incident();
      const select = { incidentSeverity: { color: true, name: true, createdAt: true } };
      expect(await read("incident", _id, select)).toMatchObject({
        incidentSeverity: { color: typed("Color"), createdAt: typed("DateTime") },
      });
    },
  ],
  [
    "a list has data, count, skip and limit",
    async () => {
      const { status: _, ...list } = await send("POST", "label/get-list", { query: {} });
      expect(Object.keys(list).sort()).toEqual(["count", "data", "limit", "skip"]);
    },
  ],
  [
    "the reply to a create has deletedAt, version and references as they were sent",
    async () => {
      const { _id = null } = await label();
      const made = await incident({ labels: [{ _id }], incidentSeverityId: severityId });
      expect(made).toMatchObject({ deletedAt: null, version: 1, labels: [{ _id }] });
      expect(made["incidentSeverityId"]).toBe(severityId);
    },
  ],
  [
    "an absent or empty select shows all own fields (on purpose: OneUptime shows only _id)",
    async () => {
      const { _id } = await label();
      for (const select of [undefined, {}]) {
        expect(await read("label", _id, select)).toMatchObject({ name: expect.any(String) });
      }
    },
  ],
  [
    "a selected column that Tocsin lacks is null, false or [], and version the record's",
    async () => {
      const { _id } = await incident();
      await send("PUT", `incident/${_id}`, { data: { title: "Again" } });
      const select = { deletedAt: true, isPrivate: true, hosts: true, version: true };
      expect(await read("incident", _id, select)).toMatchObject({
        ...{ deletedAt: null, isPrivate: false, hosts: [], version: 2 },
      });
    },
  ],
  [
    "the columns of episodes and projects that the mobile app needs have values",
    async () => {
      const episode = await create("incident-episode", exampleOf("incident-episode"));
      await incident({ incidentEpisodeId: episode["_id"] ?? null });
      await incident({ incidentEpisodeId: episode["_id"] ?? null });
      const counted = await read("incident-episode", episode["_id"], { incidentCount: true });
      expect(counted).toMatchObject({ incidentCount: 2 });
      const alerts = await create("alert-episode", exampleOf("alert-episode"));
      const none = await read("alert-episode", alerts["_id"], { alertCount: true });
      expect(none).toMatchObject({ alertCount: 0 });
      const sso = await read("project", api.projectId, { requireSsoForLogin: true });
      expect(sso).toMatchObject({ requireSsoForLogin: false });
    },
  ],
  [
    "a selected column that nobody has is left out",
    async () => {
      const { _id } = await incident();
      const select = { title: true, isStatusPageSubscribersNotifiedOnIncidentCreated: true };
      const { status, ...shown } = await read("incident", _id, select);
      expect([status, Object.keys(shown).sort()]).toEqual([200, ["_id", "title"]]);
    },
  ],
  [
    "an empty groupBy is ignored, another one refused, in the plain API too",
    async () => {
      for (const own of [key, api.owner]) {
        const ask = async (groupBy: JsonObject) =>
          (await send("POST", "label/get-list", { groupBy }, { key: own })).status;
        expect([await ask({}), await ask({ name: true })]).toEqual([200, 400]);
      }
    },
  ],
  [
    "miscDataProps is ignored",
    async () => {
      const data = { name: "Misc", color: "#112233" };
      const made = await send("POST", "label", { data, miscDataProps: { any: 1 } });
      expect(made).toMatchObject({ status: 200 });
    },
  ],
  [
    "numbers may be texts, in data and in operators",
    async () => {
      const severity = { name: "Text", color: "#112233", order: "4" };
      expect(await create("incident-severity", severity)).toMatchObject({ order: 4 });
      await incident();
      const query = { incidentNumber: { _type: "GreaterThan", value: "0" } };
      const found = await send("POST", "incident/count", { query });
      expect(found["count"]).not.toBe(0);
    },
  ],
  [
    "a MultiSearch is an _or of searches, under any key",
    async () => {
      const { _id } = await incident({ title: "Unusual words" });
      const search = { _type: "MultiSearch", value: "unusual", fields: ["title", "description"] };
      for (const name of ["_multiFieldSearch", "title"]) {
        const query = { [name]: search };
        const list = await send("POST", "incident/get-list", { query, select: { _id: true } });
        expect(list).toMatchObject({ count: 1, data: [{ _id }] });
      }
    },
  ],
  [
    "an empty text in an id is null",
    async () => {
      const made = await incident({ incidentEpisodeId: "" });
      expect(made).toMatchObject({ incidentEpisodeId: null });
    },
  ],
  [
    "null on create means absent",
    async () => {
      const made = await label({ name: "Null", description: null, slug: null, createdAt: null });
      expect(made).toMatchObject({ createdAt: typed("DateTime") });
    },
  ],
  [
    "null, or an unchanged value, of a column that the server fills is ignored on update",
    async () => {
      const made = await incident();
      const { incidentNumber = null } = made;
      for (const value of [null, incidentNumber]) {
        const data = { title: "Kept", incidentNumber: value, declaredAt: null, version: value };
        const { status } = await send("PUT", `incident/${made["_id"]}`, { data });
        expect(status).toBe(200);
      }
      const kept = await read("incident", made["_id"], { incidentNumber: true, declaredAt: true });
      expect(kept).toMatchObject({ incidentNumber, declaredAt: typed("DateTime") });
    },
  ],
  [
    "data columns that only OneUptime has are accepted, and those that clients read back are kept",
    async () => {
      const own = { isOwnerNotifiedOfResourceCreation: true, isPrivate: true };
      const { _id } = await incident(own);
      const select = { isOwnerNotifiedOfResourceCreation: true, isPrivate: true };
      expect(await read("incident", _id, select)).toMatchObject({
        ...{ isOwnerNotifiedOfResourceCreation: true, isPrivate: false },
      });
    },
  ],
  [
    "data that nobody knows is dropped by a create, and refused by an update",
    async () => {
      const { _id } = await label({ noSuch: 1 });
      const refused = await send("PUT", `label/${_id}`, { data: { noSuch: 1 } });
      expect(refused).toMatchObject({
        status: 400,
        message: "TableColumnMetadata not found for noSuch column",
      });
    },
  ],
  [
    "the project of a create is the key's, whatever is sent",
    async () => {
      for (const more of [{}, { projectId: newId() }, { projectId: typed("ObjectID", newId()) }]) {
        expect(await label(more)).toMatchObject({ projectId: typed("ObjectID", api.projectId) });
      }
    },
  ],
  [
    "declaredAt of an incident is now unless sent",
    async () => {
      const now = typed("DateTime", "2030-01-01T00:00:00.000Z");
      expect(await incident()).toMatchObject({ declaredAt: now });
    },
  ],
  [
    "isOwnerNotified of owners is false unless sent",
    async () => {
      const { _id = null } = await incident();
      const made = await create("incident-owner-user", { incidentId: _id, userId: newId() });
      expect(made).toMatchObject({ isOwnerNotified: false });
    },
  ],
  [
    "tenantid and projectid narrow a key of the deployment, and change no key of a project",
    async () => {
      const other = await api.newProject();
      await label();
      const count = async (sent: Sent) =>
        (await send("POST", "label/count", {}, { key: deploymentKey, ...sent }))["count"];
      const all = await count({});
      expect(all).not.toBe(0);
      expect(await count({ headers: { tenantid: other } })).toBe(0);
      expect(await count({ headers: { projectid: other } })).toBe(0);
      expect(await count({ query: `tenantid=${other}` })).toBe(0);
      expect(await count({ key, headers: { tenantid: other } })).toBe(all);
    },
  ],
  [
    "is-multi-tenant-query is ignored",
    async () => {
      const headers = { "is-multi-tenant-query": "true" };
      expect(await send("POST", "label/count", {}, { headers })).toMatchObject({ status: 200 });
    },
  ],
  [
    "limit goes from 1 to 10,000, and beyond is refused",
    async () => {
      const ask = async (limit: JsonValue) => {
        const { status, ...list } = await send("POST", "label/get-list", { limit });
        return [status, list["limit"]];
      };
      expect([await ask(1), await ask(10_000)]).toEqual([
        ...[
          [200, 1],
          [200, 10_000],
        ],
      ]);
      expect([(await ask(10_001))[0], (await ask(0))[0]]).toEqual([400, 400]);
    },
  ],
  [
    "a missing permission is 422, and names a selected column",
    async () => {
      const refused = await send("POST", "label/get-list", {}, { key: weakKey });
      expect(refused).toMatchObject({ status: 422 });
      const select = { labels: { name: true } };
      const nested = await send("POST", "incident/get-list", { select }, { key: weakKey });
      expect(nested).toMatchObject({
        status: 422,
        message: expect.stringContaining("permissions to select on - labels"),
      });
    },
  ],
  [
    "an operation that is not offered is 422",
    async () => {
      const refused = await send("POST", "project-scim-log", { data: {} });
      expect(refused).toMatchObject({ status: 422 });
    },
  ],
  [
    "an unknown key is 401 and the text says API key (on purpose: 400 in OneUptime)",
    async () => {
      const unknown = await send("POST", "label/count", {}, { key: newId() });
      expect(unknown).toMatchObject({ status: 401, message: expect.stringMatching(/API key/i) });
      const none = await api.send("POST", "/api/label/count", { body: {} });
      expect(none.status).toBe(401);
    },
  ],
  [
    "an error has the text of all faults as message and error",
    async () => {
      const refused = await send("POST", "label", { data: { color: "no color" } });
      const { status, message, error } = refused as JsonObject & { message?: string };
      expect([status, error]).toEqual([400, message]);
      expect(message).toMatch(/name.*color|color.*name/is);
    },
  ],
  [
    "the record of an unknown id is 404",
    async () => {
      expect(await read("label", newId(), { _id: true })).toMatchObject({ status: 404 });
    },
  ],
  [
    "two paths of OneUptime lead to resources under other names, with its names of fields",
    async () => {
      const rules = await send("POST", "on-call-duty-policy-esclation-rule/get-list", {});
      expect(rules).toMatchObject({ status: 200 });
      const data = { serviceCatalogId: newId(), dependencyServiceCatalogId: newId() };
      const made = await create("service-catalog-dependency", data);
      expect(made).toMatchObject(data);
    },
  ],
  [
    "a body may be compressed by gzip",
    async () => {
      const content = gzipSync(JSON.stringify({ data: { name: "Gzip", color: "#112233" } }));
      const headers = {
        ...{ ApiKey: key, "Content-Type": "application/json", "Content-Encoding": "gzip" },
      };
      const reply = await answerWeb(
        new Request("http://127.0.0.1/api/label", {
          ...{ method: "POST", headers, body: new Uint8Array(content) },
        }),
        { handle: api.handle, settings: { corsOrigins: [], maxBodyBytes: 100_000 } },
      );
      expect([reply.status, (await reply.json()).name]).toEqual([200, "Gzip"]);
    },
  ],
];

it.each(lines)("%s", async (_, check) => {
  await check();
});
