import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const severity = (name: string): JsonObject => ({
  data: { projectId: api.projectId, name, color: "#123456" },
});

function create(
  key: string,
  idempotencyKey: string,
  body: JsonObject,
  path = "/api/alert-severity",
) {
  return api.ask("POST", path, { key, body, headers: { "idempotency-key": idempotencyKey } });
}

describe("an Idempotency-Key", () => {
  it("makes the same request write once and answer the same", async () => {
    const first = expectStatus(await create(api.owner, "one", severity("Once")), 200);
    const second = expectStatus(await create(api.owner, "one", severity("Once")), 200);
    expect(second.body).toEqual(first.body);
    expect(second.headers.ETag).toBe(first.headers.ETag);
    expect(first.headers).not.toHaveProperty("Idempotent-Replayed");
    expect(second.headers["Idempotent-Replayed"]).toBe("true");
    expect(
      await api.engine.rows("alert-severity", { op: "eq", column: "name", value: "Once" }),
    ).toHaveLength(1);
  });

  it("refuses another body", async () => {
    expectStatus(await create(api.owner, "two", severity("A")), 200);
    expectStatus(await create(api.owner, "two", severity("B")), 409);
  });

  it("is separate for another caller and another path", async () => {
    const other = await api.key(["Project Owner"]);
    const first = expectStatus(await create(api.owner, "three", severity("C")), 200);
    const second = expectStatus(await create(other, "three", severity("C")), 200);
    expect(second.body._id).not.toBe(first.body._id);
    const label = { data: { projectId: api.projectId, name: "C", color: "#123456" } };
    expectStatus(await create(api.owner, "three", label, "/api/label"), 200);
  });

  it("keeps no failure", async () => {
    expectStatus(await create(api.owner, "four", { data: {} }), 400);
    expectStatus(await create(api.owner, "four", severity("D")), 200);
  });

  it("is checked after the permission", async () => {
    const reader = await api.key(["Read Alert Severity"]);
    expectStatus(await create(reader, "one", severity("Once")), 403);
  });

  it("is forgotten after 24 hours", async () => {
    const first = expectStatus(await create(api.owner, "five", severity("E")), 200);
    api.engine.clock.move(24 * 60 + 1);
    const later = expectStatus(await create(api.owner, "five", severity("E")), 200);
    expect(later.body._id).not.toBe(first.body._id);
  });

  it("keeps no secret: a repeated key creation names the key instead", async () => {
    const body = { data: { projectId: api.projectId, name: "K", permissions: ["Read Incident"] } };
    const first = expectStatus(await create(api.owner, "six", body, "/api/api-key"), 200);
    expect(first.body.key).toEqual(expect.stringMatching(/^toc_/));
    const second = expectStatus(await create(api.owner, "six", body, "/api/api-key"), 409);
    expect(second.body.detail).toContain(String(first.body._id));
    expect(JSON.stringify(second.body)).not.toContain(String(first.body.key));
  });
});
