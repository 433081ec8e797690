import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { createRecord } from "@/lib/operations/record/create";
import { removeRecord } from "@/lib/operations/record/remove";
import { updateRecord } from "@/lib/operations/record/update";
import { everyColumn } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { resources } from "@/lib/resources";
import type { Filter } from "@/lib/schema/filter";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { chosenDatabase, type DatabaseKind, filledDatabase, type TestDatabase } from "./databases";
import { TestClock } from "./test-clock";

/** A store with its own database and one project, and shortcuts for tests. */
export interface TestEngine {
  /** Closing it drops the database. */
  readonly store: Store;
  readonly clock: TestClock;
  /** The project of `owner` and `reader`, with the contents of every new project. */
  readonly projectId: string;
  readonly owner: Caller;
  readonly reader: Caller;
  /** Owner of the whole deployment. */
  readonly operator: Caller;
  context(caller: Caller): Context;
  newProject(name: string): Promise<string>;
  /** Creates as `owner` by default; adds `projectId` if the data has none. */
  create(path: string, data: JsonObject, caller?: Caller): Promise<Row>;
  update(path: string, id: unknown, data: JsonObject, caller?: Caller): Promise<void>;
  remove(path: string, id: unknown, caller?: Caller): Promise<void>;
  /** Returns one record with its hidden columns. Throws if there is none. */
  get(path: string, id: unknown): Promise<Row>;
  /** Returns all matching records with hidden columns, in order of creation. */
  rows(path: string, filter?: Filter): Promise<Row[]>;
  /** Returns the id of the record of `projectId` with this name. */
  idOf(path: string, name: string, projectId?: string): Promise<string>;
}

export interface TestOptions {
  /** By default the kind of the run. */
  readonly database?: DatabaseKind | TestDatabase;
  readonly references?: Context["policy"]["references"];
  /** Called with each statement of a write; an exception fails the statement. */
  readonly onStatement?: (sql: string) => void;
}

/**
 * Opens a fresh engine on the run's kind of database. Its clock stands at 2030-01-01 until a test
 * moves it.
 */
export async function testEngine(options: TestOptions = {}): Promise<TestEngine> {
  const { references = "loose", onStatement, database: chosen = chosenDatabase() } = options;
  const clock = new TestClock();
  const isFilled = typeof chosen === "string";
  const database = isFilled ? await filledDatabase(chosen, templateImage) : chosen;
  const opened = await openStore({
    url: database.url,
    ...(database.image && { image: database.image }),
    resources: [...resources.values()],
    now: () => clock.now(),
    ...(onStatement && { onStatement }),
    poolSize: 2,
  });
  const store: Store = {
    ...opened,
    close: async () => {
      await opened.close();
      await database.drop();
    },
  };
  const context = (caller: Caller) => contextOf(store, clock, caller, references);
  const newProject = async (name: string) => {
    const made = await createRecord(context(operator), resourceOf("project"), { name });
    return String(made.record._id);
  };
  if (!isFilled) await fillTemplate(store);
  const owner = callerOf(projectId, "Project Owner");
  const all = (resource: Resource) => ({
    projects: "all" as const,
    columns: everyColumn(resource),
    sort: [{ column: "_id", direction: "asc" as const }],
  });
  const rows = (path: string, filter?: Filter) => {
    const resource = resourceOf(path);
    return store.reader.find(resource, { ...all(resource), ...(filter && { filter }) });
  };
  return {
    store,
    clock,
    projectId,
    owner,
    reader: callerOf(projectId, "Read All Project Resources"),
    operator,
    context,
    newProject,
    create: async (path, data, caller = owner) => {
      const whole = path === "project" ? data : { projectId, ...data };
      return (await createRecord(context(caller), resourceOf(path), whole)).record;
    },
    update: async (path, id, data, caller = owner) => {
      await updateRecord(context(caller), resourceOf(path), String(id), data);
    },
    remove: (path, id, caller = owner) =>
      removeRecord(context(caller), resourceOf(path), String(id)),
    get: async (path, id) =>
      only(await rows(path, { op: "eq", column: "_id", value: String(id) }), `${path} ${id}`),
    rows,
    idOf: async (path, name, inProject = projectId) => {
      const named = await rows(path, { op: "eq", column: "name", value: name });
      const found = named.filter((row) => row.projectId === inProject);
      return String(only(found, `${path} "${name}"`)._id);
    },
  };
}

/** The project of every engine, part of the template of its database. */
const projectId = "0190a000-0000-7000-8000-0000000000aa";

/** Creates what every engine begins with: one project. */
export async function fillTemplate(store: Store): Promise<void> {
  const context = contextOf(store, new TestClock(), operator, "loose");
  await createRecord(context, resourceOf("project"), { _id: projectId, name: "Test" });
}

let image: Promise<Uint8Array> | undefined;

/** Returns the content of the template as a SQLite file. A process makes it once. */
function templateImage(): Promise<Uint8Array> {
  image ??= makeImage();
  return image;
}

async function makeImage(): Promise<Uint8Array> {
  const clock = new TestClock();
  const all = [...resources.values()];
  const store = await openStore({ url: "memory:", resources: all, now: () => clock.now() });
  await fillTemplate(store);
  const pieces: Uint8Array[] = [];
  for await (const piece of await store.snapshot()) pieces.push(piece);
  await store.close();
  return Buffer.concat(pieces);
}

function contextOf(
  store: Store,
  clock: TestClock,
  caller: Caller,
  references: Context["policy"]["references"],
): Context {
  return {
    caller,
    requestId: "test-request",
    channel: "api",
    store,
    policy: { references },
    now: () => clock.now(),
  };
}

/** Returns a caller with these permissions and roles in one project. */
export function callerOf(projectId: string, ...permissions: string[]): Caller {
  const id = "01234567-0000-7000-8000-000000000001";
  return {
    type: "apiKey",
    id,
    name: "Test key",
    grants: new Map([[projectId, new Set(permissions)]]),
  };
}

const operator = callerOf(everyProject, "Project Owner");

function resourceOf(path: string): Resource {
  const resource = resources.get(path);
  if (resource === undefined) throw new Error(`There is no resource ${path}.`);
  return resource;
}

function only(found: readonly Row[], what: string): Row {
  const [first, ...others] = found;
  if (first === undefined || others.length > 0) {
    throw new Error(`There are ${found.length} records for ${what}.`);
  }
  return first;
}
