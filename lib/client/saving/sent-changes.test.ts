import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toForm } from "@/components/fields/form-values";
import { changedByOthers } from "@/components/resource/saving/changed-by-others";
import { threeWayMerge } from "@/components/resource/saving/three-way-merge";
import { label } from "@/lib/resources/settings/label";
import type { JsonObject } from "@/lib/schema/json";
import { type TestApi, testApi } from "@/tests/api";
import { updateRecord } from "./mutations";

let api: TestApi;

beforeAll(async () => {
  api = await testApi();
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit) => {
    const reply = await api.ask(method, path, { key: api.owner, body: String(body) });
    return new Response(reply.text, { status: reply.status, headers: reply.headers });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await api.close();
});

test("values that this page sent itself are not changes by others", async () => {
  const { id, base } = await createLabel("Own");
  await updateRecord(label, { id, data: { description: "First" } });
  expect(othersIn(id, base, { ...base, description: "First" })).toEqual([]);
  await updateRecord(label, { id, data: { description: "Second" } });
  expect(othersIn(id, base, { ...base, description: "First" })).toEqual([]);
  expect(othersIn(id, base, { ...base, description: "Second" })).toEqual([]);
});

test("a later value, another field and another record are changes by others", async () => {
  const { id, base } = await createLabel("Changed later");
  const other = await createLabel("Beside it");
  await updateRecord(label, { id, data: { description: "Mine" } });
  const theirs = { ...base, description: "Theirs", color: "#00ff00" };
  expect(othersIn(id, base, theirs)).toEqual(["description", "color"]);
  expect(othersIn(other.id, other.base, { ...other.base, description: "Mine" })).toEqual([
    "description",
  ]);
});

async function createLabel(name: string) {
  const data = { projectId: api.projectId, name, description: "Before", color: "#123456" };
  const { body } = await api.ask("POST", "/api/label", { key: api.owner, body: { data } });
  return { id: String(body._id), base: data };
}

/** Returns the fields that others changed in a record in which the name is edited. */
function othersIn(id: string, base: JsonObject, theirs: JsonObject): string[] {
  const [original, after] = [toForm(label, base), toForm(label, theirs)];
  const { taken } = threeWayMerge(label, original, { ...original, name: "Edited" }, after);
  return changedByOthers(label, id, taken, after).map(({ name }) => name);
}
