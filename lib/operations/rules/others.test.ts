import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newProject } from "@/lib/resources/new-project";
import { statusPageResource } from "@/lib/resources/status-pages/status-page-resource";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, testEngine } from "@/tests/engine";
import { insertRow } from "@/tests/insert-row";

let engine: TestEngine;
beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.store.close());

describe("a project", () => {
  it("comes with states, severities, statuses and roles, as effects of its creation", async () => {
    for (const { path, rows } of newProject) {
      const made = await engine.rows(path);
      expect(made, path).toMatchObject(rows);
      expect(new Set(made.map((row) => row.projectId))).toEqual(new Set([engine.projectId]));
    }
    const log = await engine.rows("change-log");
    const [own, ...effects] = log.map((entry) => entry.channel);
    expect(own).toBe("api");
    expect(new Set(effects)).toEqual(new Set(["rule"]));
  });

  it("stays empty when it is only registered by a first write", async () => {
    const projectId = "0f0f0f0f-0000-4000-8000-000000000000";
    await engine.create("label", { projectId, name: "L", color: "#123456" }, engine.operator);
    const states = await engine.rows("incident-state");
    expect(new Set(states.map((row) => row.projectId))).toEqual(new Set([engine.projectId]));
  });
});

describe("an incident role", () => {
  const role = (name: string) => engine.idOf("incident-role", name);

  it("cannot be deleted while incidents need it", async () => {
    const commander = await role("Incident Commander");
    await expect(engine.remove("incident-role", commander)).rejects.toMatchObject({
      code: "conflict",
    });
    await engine.remove("incident-role", await role("Responder"));
    expect(await engine.rows("incident-role")).toHaveLength(3);
  });

  it("that leads an incident cannot be shared", async () => {
    const both = { isPrimaryRole: true, canAssignMultipleUsers: true };
    const data = { name: "Pair", color: "#123456", ...both };
    await expect(engine.create("incident-role", data)).rejects.toMatchObject({
      code: "validation",
    });
    const shared = { canAssignMultipleUsers: true };
    const commander = await role("Incident Commander");
    await expect(engine.update("incident-role", commander, shared)).rejects.toMatchObject({
      code: "validation",
    });
  });
});

describe("AI agents", () => {
  const defaults = async () =>
    (await engine.rows("ai-agent")).filter((agent) => agent.isDefault).map((agent) => agent.name);
  const agent = (name: string, isDefault = true): Promise<Row> =>
    engine.create("ai-agent", { name, isDefault });

  it("have one default in a project", async () => {
    await agent("One");
    const two = await agent("Two");
    expect(await defaults()).toEqual(["Two"]);
    const three = await agent("Three", false);
    await engine.update("ai-agent", three._id, { isDefault: true });
    expect(await defaults()).toEqual(["Three"]);
    await engine.update("ai-agent", two._id, { name: "Second" });
    expect(await defaults()).toEqual(["Three"]);
  });

  it("get the tasks without an agent if they are the default", async () => {
    const task = { name: "Fix", description: "It", taskType: "FixException" };
    expect((await engine.create("ai-agent-task", task)).aiAgentId).toBeNull();
    const one = await agent("One");
    const two = await agent("Two", false);
    expect((await engine.create("ai-agent-task", task)).aiAgentId).toBe(one._id);
    const aiAgentId = two._id ?? null;
    expect((await engine.create("ai-agent-task", { ...task, aiAgentId })).aiAgentId).toBe(two._id);
  });
});

describe("a status page resource", () => {
  const pageWithGroup = async (name: string) => {
    const page = await engine.create("status-page", { name });
    const statusPageId = String(page._id);
    const group = await engine.create("status-page-group", { name, statusPageId });
    return { statusPageId, statusPageGroupId: String(group._id) };
  };
  const refusal = (field: string) => ({
    code: "validation",
    details: { faults: [expect.objectContaining({ field, pointer: `/data/${field}` })] },
  });

  it("names no group of another status page", async () => {
    const [own, other] = [await pageWithGroup("Own"), await pageWithGroup("Other")];
    const path = "status-page-resource";
    const data = { displayName: "Shop", statusPageId: own.statusPageId };
    const { statusPageGroupId } = other;
    await expect(engine.create(path, { ...data, statusPageGroupId })).rejects.toMatchObject(
      refusal("statusPageGroupId"),
    );
    const { _id } = await engine.create(path, { ...own, displayName: "Shop" });
    for (const change of [{ statusPageGroupId }, { statusPageId: other.statusPageId }]) {
      await expect(engine.update(path, _id, change)).rejects.toMatchObject(
        refusal("statusPageGroupId"),
      );
    }
    expect(await engine.get(path, _id)).toMatchObject({ ...own, version: 1 });
    await engine.update(path, _id, other);
    await engine.update(path, _id, { statusPageId: own.statusPageId, statusPageGroupId: null });
    expect(await engine.get(path, _id)).toMatchObject({ version: 3 });
  });

  it("that names one since an earlier version can be changed otherwise", async () => {
    const [own, other] = [await pageWithGroup("Own"), await pageWithGroup("Other")];
    const data = { projectId: engine.projectId, ...own, displayName: "Shop" };
    const kept = { ...data, statusPageGroupId: other.statusPageGroupId };
    const { _id } = await insertRow(engine.store, statusPageResource, kept);
    await engine.update("status-page-resource", _id, { displayName: "Store" });
    expect(await engine.get("status-page-resource", _id)).toMatchObject({ displayName: "Store" });
  });

  it("keeps its group on its status page", async () => {
    const [own, other] = [await pageWithGroup("Own"), await pageWithGroup("Other")];
    const { _id } = await engine.create("status-page-resource", { ...own, displayName: "Shop" });
    const move = () =>
      engine.update("status-page-group", own.statusPageGroupId, {
        statusPageId: other.statusPageId,
      });
    await expect(move()).rejects.toMatchObject(refusal("statusPageId"));
    await engine.update("status-page-resource", _id, { statusPageGroupId: null });
    await move();
  });
});
