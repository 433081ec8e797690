import { systemCaller } from "@/lib/auth/grants/system-caller";
import { newRow } from "@/lib/operations/rows/new-row";
import type { Context } from "@/lib/operations/transaction/context";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { openStore } from "@/lib/store/open-store";
import { newId } from "@/lib/store/port/new-id";
import { pause } from "@/prove/harness/figures";
import { type Answer, askServer } from "@/tests/server/ask-server";

/** Number of records of each kind for the hogs. */
export interface Amounts {
  readonly labels: number;
  readonly incidents: number;
  /** Incidents of 4 MB. */
  readonly long: number;
}

/** The projects of a deployment and a key of each. */
export interface World {
  /** The hog's own project. */
  readonly hog: { readonly projectId: string; readonly key: string };
  /** The project of another caller, with a record to read. */
  readonly other: { readonly key: string; readonly labelId: string };
  /** A project to delete. */
  readonly doomedId: string;
  readonly longIds: readonly string[];
}

/** Stores records of one kind. */
type Store = (path: string, items: readonly JsonObject[]) => Promise<void>;

/** Creates the projects and keys through the API of a server. */
export async function makeWorld(port: number, amounts: Amounts): Promise<World> {
  const hog = await projectWithKey(port, "Hog");
  const other = await projectWithKey(port, "Other");
  const label = { projectId: other.projectId, name: "Mine", color: "#123456" };
  const made = await create(port, "label", label);
  const doomed = await create(port, "project", { name: "Doomed" });
  return {
    hog,
    other: { key: other.key, labelId: String(made.body["_id"]) },
    doomedId: String(doomed.body["_id"]),
    longIds: Array.from({ length: amounts.long }, newId),
  };
}

/**
 * Fills the projects with `store`: directly in the database if no server runs on it, else through
 * the API.
 */
export async function fill(world: World, amounts: Amounts, store: Store): Promise<void> {
  const { hog, doomedId, longIds } = world;
  await inParts(amounts.labels, 500, (n) => label(hog.projectId, n), "label", store);
  await inParts(amounts.incidents, 500, (n) => incident(doomedId, n), "incident", store);
  const description = "\u{1f4a5}".repeat(1_000_000);
  const long = (n: number) => ({
    ...incident(hog.projectId, n),
    _id: longIds[n] ?? newId(),
    description,
  });
  await inParts(amounts.long, 1, long, "incident", store);
}

/** Returns a function that stores through the API. */
export function throughApi(port: number): Store {
  return async (path, items) => {
    const body = { items: items.map((data) => ({ data })) };
    const reply = await patiently(port, `/api/${path}/bulk-create`, body);
    if (reply.body["refused"] !== 0)
      throw new Error(`Filling answered ${reply.text.slice(0, 300)}`);
  };
}

/** Fills a database that no process serves. */
export async function fillDirectly(url: string, world: World, amounts: Amounts): Promise<void> {
  const store = await openStore({ url, resources: resources.values() });
  const context: Context = {
    ...{ caller: systemCaller("Filling"), requestId: "filling", channel: "system", store },
    ...{ policy: { references: "loose" }, now: () => new Date() },
  };
  try {
    await fill(world, amounts, (path, items) =>
      store.write(async (writer) => {
        const resource = resources.get(path);
        if (!resource) throw new Error(`There is no resource ${path}.`);
        const now = new Date().toISOString();
        for (const item of items) {
          await writer.insert(resource, newRow(context, resource, { ...item, slug: newId() }, now));
        }
      }),
    );
  } finally {
    await store.close();
  }
}

async function inParts(
  count: number,
  atOnce: number,
  make: (n: number) => JsonObject,
  path: string,
  store: Store,
): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    const length = Math.min(atOnce, count - from);
    await store(
      path,
      Array.from({ length }, (_, at) => make(from + at)),
    );
  }
}

function label(projectId: string, n: number): JsonObject {
  return { projectId, name: `Label ${n}`, description: "Of the hog", color: "#123456" };
}

function incident(projectId: string, n: number): JsonObject {
  return {
    ...{ projectId, title: `Payments are slow ${n}`, declaredAt: "2026-01-31T09:00:00.000Z" },
    currentIncidentStateId: "0190a000-0000-7000-8000-000000000001",
    incidentSeverityId: "0190a000-0000-7000-8000-000000000002",
  };
}

async function projectWithKey(port: number, name: string) {
  const made = await create(port, "project", { name });
  const projectId = String(made.body["_id"]);
  const rights = { name, projectId, permissions: ["Project Owner"] };
  const { body } = await create(port, "api-key", rights);
  return { projectId, key: String(body["key"]) };
}

function create(port: number, path: string, data: JsonObject): Promise<Answer> {
  return patiently(port, `/api/${path}`, { data });
}

async function patiently(port: number, path: string, body: JsonObject): Promise<Answer> {
  const reply = await askServer(port, "POST", path, { body });
  if (reply.status === 200) return reply;
  if (reply.status !== 503 && reply.status !== 429) {
    throw new Error(`Filling answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  }
  await pause(500);
  return patiently(port, path, body);
}
