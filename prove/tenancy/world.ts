import { idFrom } from "@/lib/auth/access-log/access-log";
import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { type Reply, type TestApi, testApi } from "@/tests/api";
import { fullBody, requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";

/** The id of the foreign project, B. */
export const foreign = "ffff0000-0000-7000-8000-00000000000b";

/** A deployment with one project, B, either empty or full. */
export interface World {
  readonly api: TestApi;
  readonly operator: string;
}

/**
 * Every resource that B has records of, without personal ones and those that only the server
 * writes.
 */
const filled = [...resources.values()].filter(
  ({ path, unlogged }) => !unlogged && !["project", "change-log", "api-key"].includes(path),
);

/** Ids of B's records if B is full, otherwise of none; by the path of their resource. */
export const foreignIds: ReadonlyMap<string, readonly string[]> = new Map(
  filled.map(({ path }, place) => [
    path,
    Array.from({ length: 6 }, (_, index) => idAt(place, index)),
  ]),
);

function idAt(place: number, index: number): string {
  return `ffffffff-0000-7000-8000-${(place * 16 + index).toString(16).padStart(12, "0")}`;
}

/** Opens a deployment whose B is empty. */
export async function worldWithB(): Promise<World> {
  const api = await testApi();
  const operator = await api.key(["Project Owner"], null);
  await made(
    api.ask("POST", "/api/project", { key: operator, body: { data: { _id: foreign, name: "B" } } }),
  );
  return { api, operator };
}

/**
 * Gives B several records of every resource, with the titles, names, positions and numbers that A
 * will use.
 */
export async function fillB({ api, operator }: World): Promise<void> {
  for (const resource of filled) {
    for (const [index, _id] of (foreignIds.get(resource.path) ?? []).entries()) {
      const whole = index % 2 === 0 ? fullBody : requiredBody;
      const data = {
        ...pointing(plain(whole(resource, foreign, index + 1), index), resource, index),
        _id,
      };
      if (!resource.operations.includes("create")) await api.insert(resource, data);
      else {
        const body = { data };
        await made(api.ask("POST", `/api/${resource.path}`, { key: operator, body }));
      }
    }
  }
}

/**
 * Creates a project in a world, a key with all permissions in it, and a read-only key. The keys
 * have the same ids in every world, because entries of the access log are ordered by ids derived
 * from them.
 */
export async function newProject({ api, operator }: World, projectId: string) {
  const data = { _id: projectId, name: `A ${projectId}` };
  await made(api.ask("POST", "/api/project", { key: operator, body: { data } }));
  const keyOf = (title: string) => api.key([title], projectId, idFrom(`${projectId} ${title}`));
  const key = await keyOf("Project Owner");
  return { projectId, key, reader: await keyOf("Read All Project Resources") };
}

async function made(asking: Promise<Reply>): Promise<void> {
  const { status, text } = await asking;
  if (status !== 200) throw new Error(`The world cannot be made: ${status} ${text}`);
}

/** Returns data whose to-one relations refer to B's records, as far as those are known. */
function pointing(data: JsonObject, resource: Resource, index: number): JsonObject {
  const entries = Object.entries(data).map(([name, value]): [string, JsonValue] => {
    const field = shapeOf(resource).byName.get(name)?.column.field;
    const target = foreignIds.get(field?.to ?? "")?.[index];
    if (target === undefined || name === "projectId") return [name, value];
    return [name, Array.isArray(value) ? [target] : target];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns data with titles and names that both projects use, and without secrets, whose hashes are
 * slow.
 */
export function plain(data: JsonObject, seed = 0): JsonObject {
  const { password: _, slug: __, ...rest } = data;
  const names = ["title", "name"].filter((name) => name in rest);
  return { ...rest, ...Object.fromEntries(names.map((name) => [name, sharedName(seed)])) };
}

/** Returns a name that records of both projects have. */
export function sharedName(seed: number): string {
  return ["Same name", "Other name"][seed] ?? `Name ${seed}`;
}

/** Rows by the name of their table. */
export type Belongings = Readonly<Record<string, readonly unknown[]>>;

/**
 * Returns every stored row of B, and every counter, link and setting that does not belong to
 * another project.
 */
export async function belongings({ api }: World): Promise<Belongings> {
  const all = await dump(api.engine.store);
  const own = (row: unknown) => JSON.stringify(row).includes(`"${foreign}"`);
  const people = (table: string) => table === "user";
  return Object.fromEntries(
    Object.entries(all).map(([table, rows]) => [
      table,
      people(table) ? rows : rows.filter((row) => isOfB(row) && own(row)),
    ]),
  );
}

/** A's records may contain B's project in their data, but are still A's. */
function isOfB(row: unknown): boolean {
  const { projectId, project_id: counted, _id } = row as Record<string, unknown>;
  return [projectId, counted, _id].includes(foreign);
}

/** Returns the definition at a path. Throws if there is none. */
export function resourceAt(path: string): Resource {
  const resource = resources.get(path);
  if (resource === undefined) throw new Error(`There is no resource ${path}.`);
  return resource;
}
