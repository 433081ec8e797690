import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRemoval } from "@/lib/operations/project-removal/removal-job";
import { newRow } from "@/lib/operations/rows/new-row";
import { label } from "@/lib/resources/settings/label";
import { project } from "@/lib/resources/settings/project";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { runJobs } from "@/tests/run-jobs";

const many = 5_000;

let api: TestApi;
let operator: string;
let others: number;
let id: string;
let slug: string;
let key: string;

beforeAll(async () => {
  api = await testApi();
  operator = await api.key(["Project Owner"], null);
  others = await count({});
  const made = await api.ask("POST", "/api/project", {
    key: operator,
    body: { data: { name: "Large one" } },
  });
  id = String(made.body._id);
  slug = String(made.body.slug);
  key = await api.key(["Project Owner"], id);
  const { store, operator: caller, context } = api.engine;
  const now = new Date().toISOString();
  await store.write(async (writer) => {
    for (let n = 0; n < many; n += 1) {
      const data = { name: `Quixotic ${n}`, color: "#112233", projectId: id, slug: newId() };
      await writer.insert(label, newRow(context(caller), label, data, now));
    }
  });
});
afterAll(() => api.close());

async function count(query: JsonObject): Promise<number> {
  const asked = await api.ask("POST", "/api/label/count", { key: operator, body: { query } });
  return Number(expectStatus(asked, 200).body.count);
}

const isRemoved = async () => (await api.engine.store.reader.deletedProjects()).length === 0;

describe("a large project that is deleted", () => {
  it("is hidden at once with all its records, while they are removed", async () => {
    const oneOf = await api.engine.rows("label", { op: "eq", column: "name", value: "Quixotic 7" });
    const one = `/api/label/${oneOf[0]?._id}`;
    expectStatus(await api.ask("GET", `${one}/get-item`, { key: operator }), 200);
    expect(await count({})).toBe(others + many);
    expectStatus(await api.ask("DELETE", `/api/project/${id}`, { key: operator }), 200);

    expectStatus(await api.ask("GET", `/api/project/${id}/get-item`, { key: operator }), 404);
    expectStatus(await api.ask("GET", `${one}/get-item`, { key: operator }), 404);
    const change = { key: operator, body: { data: { name: "Other" } } };
    expectStatus(await api.ask("PUT", one, change), 404);
    expectStatus(await api.ask("DELETE", one, { key: operator }), 404);
    expect(await count({})).toBe(others);
    expect(await count({ projectId: id })).toBe(0);
    expect(await count({ name: { _type: "Search", value: "quixotic" } })).toBe(0);
    const list = { key: operator, body: { query: { projectId: id } } };
    const listed = expectStatus(await api.ask("POST", "/api/label/get-list", list), 200);
    expect(listed.body).toMatchObject({ count: 0, data: [] });
    const all = { key: operator, body: { limit: 100, sort: { createdAt: "ASC" } } };
    const { body } = expectStatus(await api.ask("POST", "/api/label/get-list", all), 200);
    expect(JSON.stringify(body)).not.toContain("Quixotic");
    const found = await api.ask("GET", "/api/search", { key: operator, query: "q=quixotic" });
    expect(expectStatus(found, 200).text).not.toContain("Quixotic");
    const projects = await api.ask("POST", "/api/project/get-list", { key: operator, body: {} });
    expect(projects.text).not.toContain(id);
    expectStatus(await api.ask("POST", "/api/label/get-list", { key, body: {} }), 401);
    expect(await isRemoved()).toBe(false);
  });

  it("accepts no records and no other project under its id meanwhile", async () => {
    const data = { projectId: id, name: "Late", color: "#112233" };
    const late = await api.ask("POST", "/api/label", { key: operator, body: { data } });
    expect(expectStatus(late, 409).body.code).toBe("project_being_deleted");
    const body = { data: { _id: id, name: "Again" } };
    const again = await api.ask("POST", "/api/project", { key: operator, body });
    expect(expectStatus(again, 409).body.code).toBe("project_being_deleted");
    const same = { data: { name: "Large one" } };
    const named = await api.ask("POST", "/api/project", { key: operator, body: same });
    expect(expectStatus(named, 200).body.slug).not.toBe(slug);
    expect(await isRemoved()).toBe(false);
  });

  it("leaves nothing but its change log, and its id may be used again", async () => {
    await runJobs(api.engine.store, [projectRemoval]);
    expect(await isRemoved()).toBe(true);
    const { reader } = api.engine.store;
    for (const resource of [label, project]) {
      const projects = [id];
      expect(await reader.find(resource, { projects, includeDeleted: true, limit: 1 })).toEqual([]);
    }
    const ofProject = await api.engine.rows("change-log", {
      op: "and",
      filters: [
        { op: "eq", column: "projectId", value: id },
        { op: "eq", column: "operation", value: "delete" },
      ],
    });
    const logged = (path: string) => ofProject.filter((entry) => entry.resource === path);
    expect(logged("label")).toHaveLength(many);
    expect(logged("project")).toHaveLength(1);
    expect(new Set(ofProject.map((entry) => entry.actorId)).size).toBe(1);
    expect(new Set(ofProject.map((entry) => entry.requestId)).size).toBe(1);
    expect(await count({})).toBe(others);
    const data = { projectId: id, name: "New", color: "#112233" };
    expectStatus(await api.ask("POST", "/api/label", { key: operator, body: { data } }), 200);
    expect(await count({ projectId: id })).toBe(1);
  });
});
