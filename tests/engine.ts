import { type RawBuilder, sql } from "kysely";
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
import type { AuthDatabase, Store } from "@/lib/store/port/store";
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

/** Inserts a record directly, for resources without a create operation, and returns it. */
export async function insertRow(store: Store, resource: Resource, data: JsonObject): Promise<Row> {
  const now = new Date().toISOString();
  const context: Context = {
    caller: operator,
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
  const database = store.authDatabase();
  const contents: Record<string, unknown[]> = {};
  for (const [name, all] of await allRows[database.type](database)) {
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

type RowsByTable = ReadonlyMap<string, readonly object[]>;

const allRows: Readonly<
  Record<AuthDatabase["type"], (database: AuthDatabase) => Promise<RowsByTable>>
> = {
  sqlite: async ({ db }) => {
    const tables = sql`select name from sqlite_master where type = 'table' and name not glob 'sqlite_stat*'`;
    const rows = new Map<string, readonly object[]>();
    for (const name of await names(db, tables)) {
      rows.set(name, (await sql<object>`select * from ${sql.table(name)}`.execute(db)).rows);
    }
    return rows;
  },
  // One statement, because each takes longer on its way to a server than there.
  postgres: async ({ db }) => {
    const tables = sql`select tablename as name from pg_tables where schemaname = current_schema()`;
    const all = (await names(db, tables)).map(
      (name) => sql`select ${sql.lit(name)} as name, json_agg(t) as rows from ${sql.table(name)} t`,
    );
    const read = sql<{ name: string; rows: object[] | null }>`${sql.join(all, sql` union all `)}`;
    return new Map((await read.execute(db)).rows.map(({ name, rows }) => [name, rows ?? []]));
  },
};

async function names(db: AuthDatabase["db"], tables: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${tables}`.execute(db);
  return rows.map(({ name }) => name);
}

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
