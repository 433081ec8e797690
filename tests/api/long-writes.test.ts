import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uploadFile } from "@/lib/operations/files/files";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "../api";
import { callerOf } from "../engine";

const path = "status-page-private-user";

let api: TestApi;
let projectId: string;
let key: Row;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  projectId = await api.newProject();
  const data = { name: newId(), projectId, permissions: ["Project Owner"] };
  key = await api.engine.create("api-key", data, api.engine.operator);
});

const revoke = () => api.engine.remove("api-key", key._id, api.engine.operator);
const weaken = () =>
  api.engine.update("api-key", key._id, { permissions: ["Read Incident"] }, api.engine.operator);
const deleteProject = () => api.engine.remove("project", projectId, api.engine.operator);

const ask = (method: string, where: string, body: JsonObject) =>
  api.ask(method, `/api/${where}`, { key: String(key.key), body });
const made = () => api.engine.rows(path, { op: "eq", column: "projectId", value: projectId });
const withPassword = () => ({ projectId, statusPageId: newId(), password: "to be hashed" });

async function untilFirst(): Promise<void> {
  while ((await made()).length === 0) await pause(5);
}

/** Runs `meanwhile` while the request's secret is hashed, which takes about 0.1 s. */
async function during<T>(asked: Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  await pause(20);
  await meanwhile();
  return asked;
}

describe("a bulk write", () => {
  it.each([
    ["the key is revoked", revoke, 401],
    ["the rights are taken away", weaken, 403],
    ["the project is deleted", deleteProject, 401],
  ])("stops when %s, and refuses the other items", async (_, end, status) => {
    const items = Array.from({ length: 10 }, () => ({ data: withPassword() }));
    const asked = ask("POST", `${path}/bulk-create`, { items });
    await untilFirst();
    await end();
    const { body } = expectStatus(await asked, 200);
    const left = (await made()).length;
    expect(left).toBe(end === deleteProject ? 0 : body.done);
    const refused = (body.data as JsonObject[]).filter((item) => item.status !== 200);
    expect(refused.length).toBeGreaterThan(6);
    // The first of them may already be at the database, and finds no project there.
    const [, ...later] = refused.map((item) => item.status);
    expect(new Set(later)).toEqual(new Set([status]));
  });

  it("stops when its key is revoked between groups of changes", async () => {
    const first = await api.engine.create(path, withPassword(), api.engine.operator);
    const slow = { id: String(first._id), data: { password: "another one" } };
    const others = Array.from({ length: 15 }, () => ({ id: newId(), data: {} }));
    const items = [slow, ...others, { id: newId(), data: {} }];
    const { body } = await during(ask("POST", `${path}/bulk-update`, { items }), revoke);
    const statuses = (body.data as JsonObject[]).map((item) => item.status);
    expect([statuses[0], statuses[16]]).toEqual([401, 401]);
  });
});

describe("a write that waits for a hash", () => {
  it.each([
    ["the key is revoked", revoke, [401]],
    ["the rights are taken away", weaken, [403]],
    // The permissions may have been read just before; then the write finds no project.
    ["the project is deleted", deleteProject, [401, 404]],
  ])("creates nothing when %s meanwhile", async (_, end, statuses) => {
    const asked = ask("POST", path, { data: withPassword() });
    const { status, text } = await during(asked, end);
    expect(statuses, text).toContain(status);
    expect(await made()).toEqual([]);
  });

  it.each([
    ["the key is revoked", revoke, 401],
    ["the rights are taken away", weaken, 403],
  ])("changes nothing when %s meanwhile", async (_, end, status) => {
    const before = await api.engine.create(path, withPassword(), api.engine.operator);
    const asked = ask("PUT", `${path}/${before._id}`, { data: { password: "another one" } });
    expectStatus(await during(asked, end), status);
    expect(await made()).toMatchObject([{ version: 1 }]);
  });
});

describe("a project that was deleted after the rights of a caller were read", () => {
  const owner = () => callerOf(projectId, "Project Owner");
  const create = () =>
    api.engine.create("label", { projectId, name: newId(), color: "#112233" }, owner());
  const upload = () => {
    const file = { projectId, name: "x.txt", type: "text/plain", bytes: Buffer.from("x") };
    return uploadFile(api.engine.context(owner()), file);
  };

  it.each([
    ["record", "label", create],
    ["file", "file", upload],
  ])("takes no %s, also while its records are being removed", async (_, resource, write) => {
    await write();
    const ofProject = { op: "eq", column: "projectId", value: projectId } as const;
    expect(await api.engine.rows(resource, ofProject)).toHaveLength(1);
    await deleteProject();
    await expect(write()).rejects.toMatchObject({ code: "not_found" });
    const { store } = api.engine;
    await store.write((writer) => writer.hideDeletedProject(projectId, "{}"));
    await expect(write()).rejects.toMatchObject({ code: "project_being_deleted" });
    await store.write((writer) => writer.forgetDeletedProject(projectId));
    expect(await api.engine.rows(resource, ofProject)).toEqual([]);
  });
});
