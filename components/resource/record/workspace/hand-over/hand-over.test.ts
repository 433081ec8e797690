import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { noteKinds } from "@/components/resource/record/workspace/notes/note-kinds";
import type { ProjectContext } from "@/lib/client/project/project";
import { createOnce } from "@/lib/client/saving/create-once";
import { incident } from "@/lib/resources/incidents/incident";
import { incidentInternalNote } from "@/lib/resources/incidents/incident-internal-note";
import { incidentOwnerUser } from "@/lib/resources/incidents/incident-owner-user";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource, Right } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type TestApi, testApi } from "@/tests/api";
import { handOver } from "./hand-over";
import { handOverPlan } from "./hand-over-plan";

const former = "00000000-0000-4000-8000-000000000001";
const next = "00000000-0000-4000-8000-000000000002";

let api: TestApi;
let context: ProjectContext;
let record: Row;
/** The reply to the next request that matches is lost. */
let lost: RegExp | undefined;

beforeAll(async () => {
  api = await testApi();
  context = contextOf(api.projectId);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers, body }: RequestInit) => {
    const key = new Headers(headers).get("Idempotency-Key");
    const ask = { key: api.owner, ...(method === "POST" && { body: String(body) }) };
    const sent = { ...ask, ...(key !== null && { headers: { "idempotency-key": key } }) };
    const reply = await api.ask(method, path, sent);
    if (lost?.test(`${method} ${path}`)) {
      lost = undefined;
      throw new TypeError("Failed to fetch");
    }
    return new Response(reply.text, { status: reply.status, headers: reply.headers });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await api.close();
});
beforeEach(async () => {
  const [severity] = await rowsOf("incident-severity");
  const [state] = await rowsOf("incident-state");
  record = await create("incident", {
    title: "Slow",
    incidentSeverityId: String(severity?._id),
    currentIncidentStateId: String(state?._id),
    declaredAt: "2030-01-01T00:00:00.000Z",
  });
  const incidentId = String(record._id);
  await create("incident-owner-user", { incidentId, userId: former, isOwnerNotified: false });
});

test("a hand-over that is sent again after the reply to its note was lost has one note", async () => {
  const createNote = createOnce();
  lost = /^POST .+-note$/;
  await expect(handOverTo(createNote)).rejects.toMatchObject({
    message: "These changes may remain: the note.",
  });
  expect(await ownersNow()).toEqual([former]);
  const undo = await handOverTo(createNote);
  expect(await ownersNow()).toEqual([next]);
  expect(await notesNow()).toBe(1);
  await undo?.();
  expect(await ownersNow()).toEqual([former]);
  expect(await notesNow()).toBe(0);
});

test.each([
  ["the new owner", /^POST .+-owner-user$/],
  ["the removal of the former owner", /^DELETE .+-owner-user/],
])("the incident keeps its owner if the reply to %s is lost", async (_step, address) => {
  lost = address;
  await expect(handOverTo()).rejects.toMatchObject({ code: "offline" });
  expect(lost).toBeUndefined();
  expect(await ownersNow()).toEqual([former]);
  expect(await notesNow()).toBe(0);
});

/** Hands the incident over to `next` with a note. */
function handOverTo(createNote = createOnce()) {
  const plan = handOverPlan(context, incident);
  const [kind] = noteKinds(context, incident);
  if (!kind) throw new Error("An incident has notes.");
  const note = { kind, text: "The replica lags" };
  const ask = { context, of: incident, record, plan, person: next, role: undefined };
  return handOver({ ...ask, note, createNote });
}

async function ownersNow() {
  return (await rowsOf("incident-owner-user", { incidentId: String(record._id) })).map(
    ({ userId }) => userId,
  );
}

async function notesNow() {
  return (await rowsOf("incident-internal-note", { incidentId: String(record._id) })).length;
}

async function create(path: string, data: JsonObject): Promise<Row> {
  const body = { data: { ...data, projectId: api.projectId } };
  const reply = await api.ask("POST", `/api/${path}`, { key: api.owner, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Row;
}

async function rowsOf(path: string, query: JsonObject = {}): Promise<readonly Row[]> {
  const body = { query: { ...query, projectId: api.projectId }, select: selected[path] ?? {} };
  const reply = await api.ask("POST", `/api/${path}/get-list`, { key: api.owner, body });
  expect(reply.status).toBe(200);
  return reply.body["data"] as readonly Row[];
}

const selected: Readonly<Record<string, JsonObject>> = {
  "incident-owner-user": { userId: true },
};

/** Returns a user who may write all that a hand-over writes. */
function contextOf(projectId: string): ProjectContext {
  const all: readonly Right[] = ["create", "read", "update", "delete"];
  const written: readonly Resource[] = [incidentInternalNote, incidentOwnerUser];
  return {
    base: "/p/acme",
    project: {
      ...{ _id: projectId, name: "Acme", slug: "acme", timeZone: "UTC", permissions: [] },
      createdAt: "2030-01-01T00:00:00.000Z",
      rights: Object.fromEntries(written.map(({ path }) => [path, [...all]])),
    },
    me: {
      ...{ _id: former, name: "Mia", email: null, isDeploymentOwner: false },
      ...{ projects: [], database: { inMemory: true }, notices: [] },
    },
  };
}
