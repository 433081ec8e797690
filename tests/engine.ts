import { sql } from "kysely";
import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { createRecord } from "@/lib/operations/record/create";
import { removeRecord } from "@/lib/operations/record/remove";
import { updateRecord } from "@/lib/operations/record/update";
import { newRow } from "@/lib/operations/rows/new-row";
import { everyColumn, readRecord } from "@/lib/operations/rows/read-record";
import type { Context } from "@/lib/operations/transaction/context";
import { resources } from "@/lib/resources";
import type { Filter } from "@/lib/schema/filter";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { chosenDatabase, type DatabaseKind, newDatabase, type TestDatabase } from "./databases";
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
  const { references = "loose", onStatement } = options;
  const clock = new TestClock();
  const chosen = options.database ?? chosenDatabase();
  const database = typeof chosen === "string" ? await newDatabase(chosen) : chosen;
  const opened = await openStore({
    url: database.url,
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
  const context = (caller: Caller): Context => ({
    caller,
    requestId: "test-request",
    channel: "api",
    store,
    policy: { references },
    now: () => clock.now(),
  });
  const operator = callerOf(everyProject, "Project Owner");
  const newProject = async (name: string) => {
    const made = await createRecord(context(operator), resourceOf("project"), { name });
    return String(made.record._id);
  };
  const projectId = await newProject("Test");
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

/** Inserts a record directly, for resources without a create operation, and returns it. */
export async function insertRow(store: Store, resource: Resource, data: JsonObject): Promise<Row> {
  const now = new Date().toISOString();
  const context: Context = {
    caller: callerOf(everyProject, "Project Owner"),
    requestId: "test-request",
    channel: "system",
    store,
    policy: { references: "loose" },
    now: () => new Date(),
  };
  return store.write(async (writer) => {
    const row = newRow(context, resource, data, now);
    await writer.insert(resource, row);
    return (await readRecord(writer, resource, String(row._id))).record;
  });
}

/**
 * Returns all rows of the database by table, except the last use of keys, refusals and SQLite's
 * statistics: those are written just after the response, also when another request has come in
 * between.
 */
export async function dump(store: Store): Promise<Record<string, unknown[]>> {
  const { db, type } = store.authDatabase();
  const { rows: tables } = await sql<{ name: string }>`${tableNames[type]}`.execute(db);
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows: all } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    const written = all
      .filter((row) => !isRefusal(name, row))
      .map((row) => ("lastUsedAt" in row ? { ...row, lastUsedAt: null } : row))
      .map((row) => ({ row, text: JSON.stringify(row) }));
    // PostgreSQL returns rows in the order of their last change.
    written.sort((one, other) => (one.text < other.text ? -1 : 1));
    contents[name] = written.map(({ row }) => row);
  }
  return contents;
}

/** Returns true for access log rows that count refusals, and for the counters of the log. */
function isRefusal(table: string, row: object): boolean {
  if (table === "access_log") return "event" in row && /_refused$/.test(String(row.event));
  return table === "tocsin_record_count" && "resource" in row && row.resource === "access-log";
}

const tableNames = {
  sqlite: sql`select name from sqlite_master where type = 'table' and name not glob 'sqlite_stat*'`,
  postgres: sql`select tablename as name from pg_tables where schemaname = current_schema()`,
};

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
