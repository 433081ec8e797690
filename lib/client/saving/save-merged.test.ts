import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { toForm } from "@/components/fields/form-values";
import { type Merge, threeWayMerge } from "@/components/resource/saving/three-way-merge";
import type { RecordRead } from "@/lib/client/queries/queries";
import { label } from "@/lib/resources/settings/label";
import type { JsonObject } from "@/lib/schema/json";
import { type TestApi, testApi } from "@/tests/api";
import { updateRecord } from "./mutations";
import { type MergePlan, SaveConflict, saveMerged } from "./save-merged";

let api: TestApi;
let base: RecordRead;
let merges: string[][];

beforeAll(async () => {
  api = await testApi();
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers, body }: RequestInit) => {
    const etag = new Headers(headers).get("If-Match");
    const reply = await api.ask(method, path, {
      key: api.owner,
      body: String(body),
      headers: etag === null ? {} : { "if-match": etag },
    });
    return new Response(reply.text, { status: reply.status, headers: reply.headers });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await api.close();
});
beforeEach(async () => {
  const data = { projectId: api.projectId, name: crypto.randomUUID(), description: "Before" };
  const body = { data: { ...data, color: "#123456" } };
  const { body: made } = await api.ask("POST", "/api/label", { key: api.owner, body });
  base = await read(String(made._id));
  merges = [];
});

test("a concurrent change of another field is kept, and named once", async () => {
  await change({ description: "Theirs" });
  await save({ color: "#00ff00" });
  expect(await now()).toMatchObject({ description: "Theirs", color: "#00ff00" });
  expect(merges).toEqual([["description"]]);
});

test("a concurrent change of the same field saves nothing", async () => {
  await change({ description: "Theirs" });
  await expect(save({ description: "Mine", color: "#00ff00" })).rejects.toThrow(SaveConflict);
  expect(await now()).toMatchObject({ description: "Theirs", color: "#123456" });
});

test("the message of a conflict ends with the advice of the plan", async () => {
  await change({ description: "Theirs" });
  const mine = { description: "Mine" };
  const first = "Another user changed the same fields.";
  await expect(save(mine)).rejects.toThrow(`${first} Their version was kept.`);
  const advised = save(mine, undefined, "Open the form again.");
  await expect(advised).rejects.toThrow(`${first} Open the form again.`);
});

test("a record that changes before each attempt is given up after four attempts", async () => {
  let attempts = 0;
  const busy = save({ color: "#00ff00" }, async () => {
    attempts += 1;
    await change({ description: `Theirs ${attempts}` });
  });
  await expect(busy).rejects.toMatchObject({ code: "precondition_failed" });
  expect(attempts).toBe(4);
  expect(await now()).toMatchObject({ description: "Theirs 4", color: "#123456" });
});

/** Saves changes of the base version; `before` runs before each attempt. */
async function save(
  mine: JsonObject,
  before = () => Promise.resolve(),
  conflictAdvice?: string,
): Promise<void> {
  const id = String(base.record._id);
  const plan: MergePlan<RecordRead, Merge, void> = {
    read: () => read(id),
    write: async ({ description, color }, from) => {
      await before();
      const data = { description: String(description), color: String(color) };
      await updateRecord(label, { id, data, etag: from.etag });
    },
    merge: (from, values, theirs) =>
      threeWayMerge(label, toForm(label, from.record), values, toForm(label, theirs.record)),
    onMerge: (_theirs, { taken }) => {
      merges.push(taken.map(({ name }) => name));
    },
    ...(conflictAdvice !== undefined && { conflictAdvice }),
  };
  await saveMerged(plan, base, toForm(label, { ...base.record, ...mine }));
}

async function change(data: JsonObject): Promise<void> {
  const path = `/api/label/${base.record._id}`;
  const { status } = await api.ask("PUT", path, { key: api.owner, body: { data } });
  expect(status).toBe(200);
}

async function now() {
  return (await read(String(base.record._id))).record;
}

async function read(id: string): Promise<RecordRead> {
  const select = { name: true, description: true, color: true };
  const body = { query: { _id: id }, select };
  const reply = await api.ask("POST", "/api/label/versions", { key: api.owner, body });
  const [found] = reply.body.data as unknown as RecordRead[];
  if (!found) throw new Error(`There is no label ${id}.`);
  return found;
}
