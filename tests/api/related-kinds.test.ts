import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRemoval } from "@/lib/operations/project-removal/removal-job";
import { referenceResources, relatedKinds } from "@/lib/resources";
import { exampleChange, exampleData } from "@/lib/resources/examples/examples";
import { isJsonObject, type JsonObject } from "@/lib/schema/json";
import { rightOf, sufficientTitles } from "@/lib/schema/permission-titles";
import type { Operation, Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { type Ask, expectStatus, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";
import { runJobs } from "@/tests/run-jobs";

let api: TestApi;
/** Keys of the owner of another project, and of a holder of one title of another resource. */
let elsewhere: string;
let weak: string;
beforeAll(async () => {
  api = await testApi();
  elsewhere = await api.key(["Project Owner"], await api.newProject());
  weak = await api.key(["Read Label"]);
});
afterAll(() => api.close());

const routes: Readonly<Record<Operation, readonly [method: string, path: string]>> = {
  create: ["POST", ""],
  get: ["GET", "/:id/get-item"],
  list: ["POST", "/get-list"],
  count: ["POST", "/count"],
  update: ["PUT", "/:id"],
  delete: ["DELETE", "/:id"],
};

function send(resource: Resource, operation: Operation, ask: Ask, id: unknown = newId()) {
  const [method, path] = routes[operation];
  return api.ask(method, `/api/${resource.path}${path.replace(":id", String(id))}`, ask);
}

/** The data of the documented example, in the project of the test. */
function exampleHere(resource: Resource): JsonObject {
  return { ...exampleData(resource), projectId: api.projectId };
}

describe.each(relatedKinds.map((resource) => [resource.path, resource] as const))(
  "%s",
  (path, resource) => {
    it("is created, read, listed, counted, changed and deleted as its definition says", async () => {
      const key = api.owner;
      const data = exampleHere(resource);
      const { body: made } = expectStatus(
        await send(resource, "create", { key, body: { data } }),
        200,
      );
      expect(made).toMatchObject(data);
      const id = made._id;
      expect(expectStatus(await send(resource, "get", { key }, id), 200).body).toEqual(made);
      const query = { _id: id ?? null };
      const list = expectStatus(await send(resource, "list", { key, body: { query } }), 200).body;
      expect(list).toMatchObject({ count: 1, data: [made] });
      expect((await send(resource, "count", { key, body: { query } })).body.count).toBe(1);
      const { projectId: _, ...change } = requiredBody(resource, api.projectId, 7);
      const changed = await send(resource, "update", { key, body: { data: change } }, id);
      expect(changed.status).toBe(resource.operations.includes("update") ? 200 : 405);
      const after = (await send(resource, "get", { key }, id)).body;
      expect(after).toMatchObject(changed.status === 200 ? change : data);
      const removed = await send(resource, "delete", { key }, id);
      expect(removed.status).toBe(resource.operations.includes("delete") ? 200 : 405);
      const left = await send(resource, "get", { key }, id);
      expect(left.status).toBe(removed.status === 200 ? 404 : 200);
      const log = await api.engine.rows("change-log", {
        op: "eq",
        column: "resource",
        value: path,
      });
      const own = log.filter(({ recordId }) => recordId === id).map(({ operation }) => operation);
      const writes = (["create", "update", "delete"] as const).filter((one) =>
        resource.operations.includes(one),
      );
      expect(own).toEqual(writes);
    });

    it("refuses missing titles, other projects and bad bodies, and changes nothing", async () => {
      const record = await api.insert(resource, requiredBody(resource, api.projectId));
      const before = await dump(api.engine.store);
      for (const operation of resource.operations) {
        const refused = expectStatus(
          await send(resource, operation, { key: weak, body: {} }, record._id),
          403,
        );
        const right = rightOf(operation);
        expect(refused.body).toMatchObject({
          missing: resource.permission[right],
          sufficient: sufficientTitles(resource, right),
        });
      }
      const change = { data: exampleChange(resource) };
      for (const operation of ["get", "update", "delete"] as const) {
        if (!resource.operations.includes(operation)) continue;
        const ask = { key: elsewhere, body: operation === "update" ? change : {} };
        expectStatus(await send(resource, operation, ask, record._id), 404);
      }
      const data = exampleHere(resource);
      expectStatus(await send(resource, "create", { key: elsewhere, body: { data } }), 403);
      expect((await send(resource, "count", { key: elsewhere })).body.count).toBe(0);
      expect(await faultsOf(resource, { ...data, unknown: 1 })).toEqual(["unknown"]);
      const { projectId, ...needed } = requiredBody(resource, api.projectId);
      expect(await faultsOf(resource, { projectId: projectId ?? null })).toEqual(
        expect.arrayContaining(Object.keys(needed).filter((name) => !hasDefault(resource, name))),
      );
      expect(await dump(api.engine.store)).toEqual(before);
    });
  },
);

function hasDefault({ fields }: Resource, name: string): boolean {
  return fields[name]?.default !== undefined;
}

/** Returns the fields that the refusal of a create names. */
async function faultsOf(resource: Resource, data: JsonObject): Promise<unknown[]> {
  const reply = expectStatus(
    await send(resource, "create", { key: api.owner, body: { data } }),
    400,
  );
  const { errors } = reply.body;
  if (!Array.isArray(errors)) throw new Error("The refusal names no field.");
  return errors.map((fault) => (isJsonObject(fault) ? fault.field : fault));
}

describe("records of these kinds", () => {
  /** Creates a record in a project through its own key; returns its id. */
  async function made(path: string, data: JsonObject, key = api.owner): Promise<string> {
    const { body } = expectStatus(
      await api.ask("POST", `/api/${path}`, { key, body: { data } }),
      200,
    );
    return String(body._id);
  }

  async function newIncident(projectId: string, key: string): Promise<string> {
    const { incident } = Object.fromEntries(referenceResources.map((one) => [one.path, one]));
    if (!incident) throw new Error("There are no incidents.");
    return await made("incident", requiredBody(incident, projectId), key);
  }

  it("are deleted with the record that they belong to", async () => {
    const { projectId, owner: key } = api;
    const incidentId = await newIncident(projectId, key);
    const data = { projectId, incidentId, note: "The disk is full." };
    const note = await made("incident-internal-note", data);
    expectStatus(await api.ask("DELETE", `/api/incident/${incidentId}`, { key }), 200);
    expectStatus(
      await api.ask("GET", `/api/incident-internal-note/${note}/get-item`, { key }),
      404,
    );
  });

  it("are found by the words of a note, by readers of notes only", async () => {
    const { projectId, owner: key } = api;
    const incidentId = await newIncident(projectId, key);
    const note = "Rolled back the **quuxification** of the ledger.";
    const id = await made("incident-internal-note", { projectId, incidentId, note });
    const found = async (as: string) =>
      (await api.ask("GET", "/api/search", { key: as, query: "q=quuxification" })).body.data;
    expect(await found(key)).toMatchObject([{ resource: "incident-internal-note", _id: id }]);
    expect(await found(await api.key(["Read Incident"]))).toEqual([]);
  });

  it("are removed with their project", async () => {
    const operator = await api.key(["Project Owner"], null);
    const projectId = await api.newProject();
    for (const resource of relatedKinds) {
      await api.insert(resource, requiredBody(resource, projectId));
    }
    expectStatus(await api.ask("DELETE", `/api/project/${projectId}`, { key: operator }), 200);
    await runJobs(api.engine.store, [projectRemoval]);
    for (const { path } of relatedKinds) {
      expect(
        await api.engine.rows(path, { op: "eq", column: "projectId", value: projectId }),
      ).toEqual([]);
    }
  });
});
