import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { label } from "@/lib/resources/settings/label";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
import type { JsonObject } from "@/lib/schema/json";
import { type TestApi, testApi } from "@/tests/api";
import { tabStorage } from "@/tests/fixtures/tab-storage";
import { createOnce } from "./create-once";
import { readUnanswered, saveUnanswered } from "./unanswered";

const draft = { person: "mia", project: "acme", resource: label, record: "new" };

let api: TestApi;
let isLost = false;
const keys: string[] = [];

beforeAll(async () => {
  api = await testApi();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers, body }: RequestInit) => {
    const key = new Headers(headers).get("Idempotency-Key") ?? "";
    keys.push(key);
    const ask = { key: api.owner, body: String(body), headers: { "idempotency-key": key } };
    const reply = await api.ask(method, path, ask);
    if (isLost) throw new TypeError("Failed to fetch");
    return new Response(reply.text, { status: reply.status, headers: reply.headers });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await api.close();
});

test("input that is sent again after a lost reply creates one record", async () => {
  const create = createOnce();
  const data = dataOf("Lost");
  isLost = true;
  await expect(create(label, data)).rejects.toMatchObject({ code: "offline" });
  isLost = false;
  const { record } = await create(label, data);
  expect(record.name).toBe("Lost");
  expect(await countOf("Lost")).toBe(1);
  await create(label, dataOf("After the reply"));
  expect(new Set(keys.splice(0)).size).toBe(2);
});

test("changed input, and the same input after a reply, have a new key", async () => {
  const create = createOnce();
  isLost = true;
  await expect(create(label, dataOf("First"))).rejects.toMatchObject({ code: "offline" });
  isLost = false;
  await create(label, dataOf("Second"));
  await expect(create(label, { ...dataOf("Third"), color: "red" })).rejects.toMatchObject({
    code: "validation",
  });
  await create(label, dataOf("Third"));
  expect(new Set(keys.splice(0)).size).toBe(4);
});

test("input of a form that was left after a lost reply creates one record", async () => {
  vi.stubGlobal("sessionStorage", tabStorage());
  const data = dataOf("Left");
  isLost = true;
  await expect(createOnce(draft)(label, data)).rejects.toMatchObject({ code: "offline" });
  isLost = false;
  await createOnce({ ...draft, person: "ada" })(label, { ...data, name: "By another user" });
  const { record } = await createOnce(draft)(label, data);
  expect(record.name).toBe("Left");
  expect(await countOf("Left")).toBe(1);
  expect(new Set(keys.splice(0)).size).toBe(2);
  expect(readUnanswered(draft)).toBeUndefined();
});

test("an earlier reply does not forget a later request of the same form", async () => {
  vi.stubGlobal("sessionStorage", tabStorage());
  const first = createOnce(draft)(label, dataOf("Earlier"));
  saveUnanswered(draft, label, { text: "later", key: "2" });
  await first;
  expect(readUnanswered(draft)).toEqual({ text: "later", key: "2" });
  keys.splice(0);
});

test("input that the tab cannot store, or must not, is remembered by its form", async () => {
  vi.stubGlobal("sessionStorage", tabStorage(10));
  const create = createOnce(draft);
  isLost = true;
  await expect(create(label, dataOf("Full"))).rejects.toMatchObject({ code: "offline" });
  isLost = false;
  await create(label, dataOf("Full"));
  expect(await countOf("Full")).toBe(1);
  expect(new Set(keys.splice(0)).size).toBe(1);
  vi.stubGlobal("sessionStorage", tabStorage());
  const secret = { ...draft, resource: statusPagePrivateUser };
  expect(saveUnanswered(secret, statusPagePrivateUser, { text: "", key: "1" })).toBe(false);
});

function dataOf(name: string): JsonObject {
  return { projectId: api.projectId, name, color: "#123456" };
}

async function countOf(name: string): Promise<unknown> {
  const body = { query: { name } };
  return (await api.ask("POST", "/api/label/count", { key: api.owner, body })).body.count;
}
