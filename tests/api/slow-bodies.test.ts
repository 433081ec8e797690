import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { type TestEngine, testEngine } from "../engine";

let engine: TestEngine;
let handle: ReturnType<typeof createHandler>;
beforeAll(async () => {
  engine = await testEngine();
  const { store, clock } = engine;
  const now = () => clock.now();
  handle = createHandler({ store, policy: { references: "loose" }, maxBodyBytes: 1_000_000, now });
});
afterAll(() => engine.store.close());

/** Sends a request whose body is complete only after `meanwhile`. */
async function askSlowly(
  { key }: Row,
  path: string,
  data: JsonObject,
  meanwhile: () => Promise<unknown>,
) {
  const { status } = await handle({
    ...{ method: "POST", path, query: "", address: "192.0.2.1", body: "" },
    headers: { apikey: String(key), "content-type": "application/json" },
    more: async () => {
      await meanwhile();
      return { body: JSON.stringify({ data }) };
    },
  });
  return status;
}

const owning = { permissions: ["Project Owner"] };
const newKey = (name: string) =>
  engine.create("api-key", { name, projectId: engine.projectId, ...owning }, engine.operator);

describe("a body that comes slowly", () => {
  it("is refused when the key of its request was revoked meanwhile", async () => {
    const key = await newKey("Revoked");
    const data = { name: "Outlives it", projectId: engine.projectId, ...owning };
    const revoke = () => engine.remove("api-key", key._id, engine.operator);
    expect(await askSlowly(key, "/api/api-key", data, revoke)).toBe(401);
    const made = { op: "eq", column: "name", value: data.name } as const;
    expect(await engine.rows(apiKey.path, made)).toEqual([]);
  });

  it("is refused when the rights it needs were taken away meanwhile", async () => {
    const key = await newKey("Weakened");
    const data = { name: "Not made", color: "#112233", projectId: engine.projectId };
    const weaken = () =>
      engine.update("api-key", key._id, { permissions: ["Read Incident"] }, engine.operator);
    expect(await askSlowly(key, "/api/label", data, async () => undefined)).toBe(200);
    const again = { ...data, name: "Not made either" };
    expect(await askSlowly(key, "/api/label", again, weaken)).toBe(403);
  });

  it("writes nothing into a project that was deleted meanwhile", async () => {
    const projectId = await engine.newProject("Deleted");
    const named = { name: "Of a deleted project", projectId, ...owning };
    const key = await engine.create("api-key", named, engine.operator);
    const data = { name: "Ghost", color: "#112233", projectId };
    const remove = () => engine.remove("project", projectId, engine.operator);
    expect(await askSlowly(key, "/api/label", data, remove)).toBe(401);
    const ghosts = { op: "eq", column: "projectId", value: projectId } as const;
    expect(await engine.rows("label", ghosts)).toEqual([]);
  });
});
