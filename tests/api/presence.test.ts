import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let withPassword = "";
let without = "";
const path = "/api/status-page-private-user";

beforeAll(async () => {
  api = await testApi();
  withPassword = await guest({ email: "set@example.com", password: "sentinel" });
  without = await guest({ email: "unset@example.com" });
});
afterAll(() => api.close());

async function ask(method: string, rest: string, body: JsonObject) {
  return expectStatus(await api.ask(method, `${path}${rest}`, { key: api.owner, body }), 200);
}

async function guest(data: JsonObject): Promise<string> {
  const body = { data: { projectId: api.projectId, statusPageId: newId(), ...data } };
  return String((await ask("POST", "", body)).body["_id"]);
}

describe("hasPassword", () => {
  it("shows whether a password is set, if it is selected by name", async () => {
    const select = { hasPassword: true };
    for (const [id, hasPassword] of [
      [withPassword, true],
      [without, false],
    ] as const) {
      const got = await ask("POST", `/${id}/get-item`, { select });
      expect(got.body).toEqual({ _id: id, hasPassword });
    }
    const sort = { email: "ASC" };
    const list = await ask("POST", "/get-list", { select: { ...select, password: true }, sort });
    expect(list.body["data"]).toEqual([
      { _id: withPassword, hasPassword: true, password: null },
      { _id: without, hasPassword: false, password: null },
    ]);
    const csv = await ask("POST", "/export", { select: { email: true, ...select }, sort });
    expect(csv.text).toContain(`${withPassword},set@example.com,true`);
    expect(`${list.text}${csv.text}`).not.toMatch(/sentinel|scrypt/);
  });

  it("is in no response that did not select it", async () => {
    for (const select of [{}, { hasPassword: false }, { email: true }]) {
      const { body } = await ask("POST", `/${withPassword}/get-item`, { select });
      expect(body).not.toHaveProperty("hasPassword");
    }
  });

  it("follows the password as it is set and removed", async () => {
    const id = await guest({ email: "changes@example.com", password: "" });
    for (const [password, hasPassword] of [
      ["sentinel", true],
      // A record may be sent back unchanged.
      [null, true],
      ["", false],
      ["", false],
    ] as const) {
      await ask("PUT", `/${id}`, { data: { password } });
      const { body } = await ask("POST", `/${id}/get-item`, { select: { hasPassword: true } });
      expect(body["hasPassword"]).toBe(hasPassword);
    }
  });

  it("is ignored when it is sent back", async () => {
    const id = await guest({ email: "back@example.com", hasPassword: true });
    await ask("PUT", `/${id}`, { data: { isSsoUser: true, hasPassword: true } });
    const { body } = await ask("POST", `/${id}/get-item`, { select: { hasPassword: true } });
    expect(body["hasPassword"]).toBe(false);
  });

  it.each([
    ["query", { query: { hasPassword: true } }],
    ["sort", { sort: { hasPassword: 1 } }],
    ["select", { select: { hasPassword: { _id: true } } }],
  ])("cannot be used in a %s of another form", async (_, body) => {
    const reply = await api.ask("POST", `${path}/get-list`, { key: api.owner, body });
    expect(JSON.stringify(expectStatus(reply, 400).body)).toContain("hasPassword");
  });
});
