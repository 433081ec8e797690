import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resources } from "@/lib/resources";
import { isJsonObject, type JsonObject, type JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { newId } from "@/lib/store/new-id";
import { type Reply, type TestApi, testApi } from "@/tests/api";
import { fullBody, goodValue, requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/engine";
import { among } from "./among";

const histories = 150;
const stepsEach = 45;
const foreign = "ffff0000-0000-7000-8000-00000000000b";

/** A deployment with one project, B, that holds nothing or much. */
interface World {
  readonly api: TestApi;
  readonly operator: string;
}

let empty: World;
let full: World;
/** Ids of B's records where B is full, of nothing where it is empty; by the path of their resource. */
const foreignIds = new Map<string, string[]>();

beforeAll(async () => {
  empty = await worldWithB();
  full = await worldWithB();
  await fillB(full);
}, 60_000);
afterAll(() => Promise.all([empty.api.close(), full.api.close()]));

describe("what one project can see of another", () => {
  it("is nothing: its history reads the same whether the other is empty or full", {
    timeout: 120_000,
  }, async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
    const before = await belongings(full);
    const different: unknown[] = [];
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (pick) => {
        const projectId = newId();
        const steps = Array.from({ length: stepsEach }, () => stepOf(pick, projectId));
        const one = await transcriptOf(empty, projectId, steps);
        const other = await transcriptOf(full, projectId, steps);
        for (const [index, line] of one.entries()) {
          if (!isDeepStrictEqual(other[index], line)) different.push([line, other[index]]);
          answered += line.status === 200 ? 1 : 0;
        }
      }),
      { numRuns: histories, seed, endOnFailure: true },
    );
    expect(different.slice(0, 3), `with FUZZ_SEED=${seed}`).toEqual([]);
    expect(answered).toBeGreaterThan((histories * stepsEach) / 3);
    expect(await belongings(full), "what belongs to B").toEqual(before);
  });

  it("is only that an id is taken: 409, and nothing of the record", async () => {
    const { key, projectId } = await newProject(full, newId());
    for (const [path, [id = ""] = []] of foreignIds) {
      const resource = resourceAt(path);
      if (!resource.operations.includes("create") || resource.scope !== "project") continue;
      // Nobody of another project can be added, whatever the id.
      if (path === "member") continue;
      const data = { ...plain(requiredBody(resource, projectId)), _id: id };
      const reply = await full.api.ask("POST", `/api/${path}`, { key, body: { data } });
      expect(reply.status, path).toBe(409);
      expect(JSON.stringify(reply.body)).not.toContain(foreign);
      expect(reply.body["detail"]).toBe("_id is taken: choose another.");
    }
  });
});

async function worldWithB(): Promise<World> {
  const api = await testApi();
  const operator = await api.key(["Project Owner"], null);
  const data = { _id: foreign, name: "B" };
  const made = await api.ask("POST", "/api/project", { key: operator, body: { data } });
  expect(made.status).toBe(200);
  return { api, operator };
}

/** Gives B several records of every resource, with the titles, names, places and numbers that A will use. */
async function fillB({ api, operator }: World): Promise<void> {
  for (const resource of resources.values()) {
    // Views and settings are people's own: a key has none.
    if (resource.unlogged) continue;
    if (["project", "change-log", "api-key"].includes(resource.path)) continue;
    const ids = Array.from({ length: 6 }, (_, index) => {
      const place = [...resources.keys()].indexOf(resource.path) * 16 + index;
      return `ffffffff-0000-7000-8000-${place.toString(16).padStart(12, "0")}`;
    });
    foreignIds.set(resource.path, ids);
    for (const [index, _id] of ids.entries()) {
      const whole = index % 2 === 0 ? fullBody : requiredBody;
      const data = {
        ...pointing(plain(whole(resource, foreign, index + 1), index), resource, index),
        _id,
      };
      const canCreate = resource.operations.includes("create");
      if (!canCreate) {
        await api.insert(resource, data);
        continue;
      }
      const body = { data };
      const reply = await api.ask("POST", `/api/${resource.path}`, { key: operator, body });
      expect(reply.status, `${resource.path} ${JSON.stringify(reply.body)}`).toBe(200);
    }
  }
}

/** Data whose to-one relations name B's records, as far as those are known. */
function pointing(data: JsonObject, resource: Resource, index: number): JsonObject {
  const entries = Object.entries(data).map(([name, value]): [string, JsonValue] => {
    const field = shapeOf(resource).byName.get(name)?.column.field;
    const target = foreignIds.get(field?.to ?? "")?.[index];
    if (target === undefined || name === "projectId") return [name, value];
    return [name, Array.isArray(value) ? [target] : target];
  });
  return Object.fromEntries(entries);
}

/** Titles and names that both projects use, and no secret, whose hash takes its time. */
function plain(data: JsonObject, seed = 0): JsonObject {
  const { password: _, slug: __, ...rest } = data;
  const names = ["title", "name"].filter((name) => name in rest);
  return { ...rest, ...Object.fromEntries(names.map((name) => [name, sharedName(seed)])) };
}

function sharedName(seed: number): string {
  return ["Same name", "Other name"][seed] ?? `Name ${seed}`;
}

interface Step {
  readonly method: string;
  /** `@path#n` stands for the id of the n-th record of a resource that the history has seen. */
  readonly path: string;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly asReader: boolean;
  readonly minutes: number;
}

type Pick = fc.GeneratorValue;

const steppable = [...resources.values()];

function stepOf(pick: Pick, projectId: string): Step {
  const chosen = among(pick, steppable);
  const way = among(pick, ways);
  const id = reference(pick, chosen.path);
  const { method, path, body } = way(pick, chosen, id, projectId);
  const idempotent = pick(fc.nat, { max: 9 }) === 0;
  return {
    method,
    path,
    body,
    headers: {
      "x-request-id": "step",
      ...(idempotent && { "idempotency-key": `key-${pick(fc.nat, { max: 2 })}` }),
      ...(pick(fc.nat, { max: 9 }) === 0 && { "if-match": '"1-x"' }),
    },
    asReader: pick(fc.nat, { max: 9 }) === 0,
    minutes: pick(fc.nat, { max: 2 }),
  };
}

type Way = (
  pick: Pick,
  resource: Resource,
  id: string,
  projectId: string,
) => Pick_<Step, "method" | "path" | "body">;
type Pick_<T, K extends keyof T> = { readonly [Key in K]: T[Key] };

const create: Way = (pick, resource, _, projectId) => {
  const body = among(pick, [fullBody, requiredBody, requiredBody]);
  const seed = pick(fc.nat, { max: 5 });
  const data = plain(body(resource, projectId, seed), seed);
  const numbers = Object.fromEntries(
    ["incidentNumber", "alertNumber"].filter((name) => name in data).map((name) => [name, null]),
  );
  const mine = {
    ...mixed(pick, resource, data),
    ...(seed > 1 && numbers),
    ...(pick(fc.nat, { max: 14 }) === 0 && { projectId: foreign }),
  };
  return { method: "POST", path: `/api/${resource.path}`, body: { data: mine } };
};

const update: Way = (pick, resource, id) => {
  const columns = shapeOf(resource).columns.filter(
    ({ field, name }) => !field.hidden && field.kind !== "hashed" && name !== "projectId",
  );
  const some = columns.filter(() => pick(fc.nat, { max: 5 }) === 0);
  const data = Object.fromEntries(
    some.map(({ name, field }) => [name, goodValue(field, pick(fc.nat, { max: 5 }))]),
  );
  const moved = pick(fc.nat, { max: 14 }) === 0 && { projectId: foreign };
  const body = {
    data: { ...mixed(pick, resource, plain(data, pick(fc.nat, { max: 2 }))), ...moved },
  };
  return { method: "PUT", path: `/api/${resource.path}/${id}`, body };
};

const remove: Way = (_, { path }, id) => ({
  method: "DELETE",
  path: `/api/${path}/${id}`,
  body: {},
});

const get: Way = (pick, resource, id) => {
  const path = `/api/${resource.path}/${id}/get-item`;
  return { method: "POST", path, body: { select: selected(pick, resource) } };
};

const list: Way = (pick, resource) => {
  const sorts = ["createdAt", "_id", "name", "title", "order", "incidentNumber"];
  const known = sorts.filter((name) => shapeOf(resource).byName.has(name));
  const sort = among(pick, known);
  const body = {
    query: queried(pick, resource),
    select: selected(pick, resource),
    limit: pick(fc.integer, { min: 1, max: 30 }),
    ...(pick(fc.boolean) && { sort: { [sort]: pick(fc.constantFrom, 1, -1) } }),
    ...(pick(fc.boolean) && { cursor: "" }),
  };
  return { method: "POST", path: `/api/${resource.path}/get-list`, body };
};

const count: Way = (pick, resource) => ({
  method: "POST",
  path: `/api/${resource.path}/count`,
  body: { query: queried(pick, resource) },
});

const readAll: Way = (_, { path }) => ({
  method: "POST",
  path: `/api/${path}/get-list`,
  body: { limit: 100 },
});

const ways = [
  create,
  create,
  create,
  create,
  create,
  update,
  update,
  remove,
  get,
  get,
  list,
  list,
  count,
  readAll,
];

/** Where data names other records: some of its own, some of B, some of nothing. */
function mixed(pick: Pick, resource: Resource, data: JsonObject): JsonObject {
  const entries = Object.entries(data).map(([name, value]): [string, JsonValue] => {
    const to = shapeOf(resource).byName.get(name)?.column.field.to;
    if (to === undefined || name === "projectId") return [name, value];
    const one = () => reference(pick, to);
    return [name, Array.isArray(value) ? [one(), one()] : one()];
  });
  return Object.fromEntries(entries);
}

function reference(pick: Pick, path: string): string {
  const ids = foreignIds.get(path) ?? [foreign];
  const way = pick(fc.nat, { max: 9 });
  if (way < 6) return `@${path}#${pick(fc.nat, { max: 20 })}`;
  return way < 9 ? among(pick, ids) : "0190a000-0000-7000-8000-0000000000ff";
}

type Entry = [string, JsonValue];

function selected(pick: Pick, resource: Resource): JsonObject {
  const entries = [...shapeOf(resource).byName].flatMap(([name, { column, as }]): Entry[] => {
    const target = resources.get(column.field.to ?? "");
    if (pick(fc.nat, { max: 5 }) > 0) return [];
    const isWhole = !target || (column.relation !== undefined && as === "value");
    if (isWhole || pick(fc.boolean)) return [[name, true]];
    return [[name, { _id: true, [target.label]: true }]];
  });
  return Object.fromEntries(entries);
}

function queried(pick: Pick, resource: Resource): JsonObject {
  const related = shapeOf(resource).columns.filter(({ field }) => field.to !== undefined);
  const way = pick(fc.nat, { max: 7 });
  const column = related.length > 0 ? among(pick, related) : undefined;
  const to = column?.field.to ?? resource.path;
  const target = resourceAt(to);
  const words = target.fields[target.label]?.kind === "relation" ? "_id" : target.label;
  if (way === 0 || column === undefined) return {};
  if (way === 1) return { projectId: foreign };
  if (way === 2) return { _id: [reference(pick, resource.path), reference(pick, resource.path)] };
  if (way === 3) return { _not: { [column.name]: reference(pick, to) } };
  if (way === 4) return { _or: [{ projectId: foreign }, { [column.name]: reference(pick, to) }] };
  if (way === 5 || column.relation === undefined) {
    return { [column.name]: { _type: "Includes", value: [reference(pick, to)] } };
  }
  const nested = words === "_id" ? { _id: reference(pick, to) } : { [words]: sharedName(0) };
  return way === 6 ? { [column.relation]: nested } : { _not: { [column.relation]: nested } };
}

/** One step's answer, without what differs at every run. */
interface Line {
  readonly step: Step;
  readonly status: number;
  readonly headers: unknown;
  readonly body: JsonValue;
}

async function transcriptOf(
  world: World,
  projectId: string,
  steps: readonly Step[],
): Promise<Line[]> {
  const { key, reader } = await newProject(world, projectId);
  const ids = new Map<string, string[]>();
  const names = new Map<string, string>();
  const lines: Line[] = [];
  for (const step of steps) {
    world.api.engine.clock.move(step.minutes);
    const [, , of = ""] = step.path.split("/");
    const path = resolved(step.path, ids);
    const reply = await world.api.ask(step.method, path, {
      key: step.asReader ? reader : key,
      body: JSON.parse(resolved(JSON.stringify(step.body), ids)),
      headers: step.headers,
    });
    for (const id of idsIn(reply.body)) remember(ids, of, id);
    lines.push(lineOf(step, reply, names));
  }
  return lines;
}

async function newProject({ api, operator }: World, projectId: string) {
  const data = { _id: projectId, name: `A ${projectId}` };
  const made = await api.ask("POST", "/api/project", { key: operator, body: { data } });
  expect(made.status).toBe(200);
  const key = await api.key(["Project Owner"], projectId);
  return { projectId, key, reader: await api.key(["Read All Project Resources"], projectId) };
}

function resolved(text: string, ids: ReadonlyMap<string, readonly string[]>): string {
  return text.replace(/@([a-z-]+)#(\d+)/g, (_, path: string, n: string) => {
    const known = ids.get(path) ?? [];
    return known[Number(n) % Math.max(1, known.length)] ?? "0190a000-0000-7000-8000-0000000000fe";
  });
}

function idsIn({ _id, data }: JsonObject): string[] {
  const rows = Array.isArray(data) ? data.filter(isJsonObject) : [];
  return [_id, ...rows.map((row) => row["_id"])].filter((id) => typeof id === "string");
}

function remember(ids: Map<string, string[]>, path: string, id: string): void {
  const known = ids.get(path) ?? [];
  ids.set(path, known);
  if (!known.includes(id)) known.push(id);
}

/** Ids become the order of their first appearance; a slug loses its suffix; secrets and use go. */
function lineOf(step: Step, { status, headers, body }: Reply, names: Map<string, string>): Line {
  const { "Server-Timing": _, ...rest } = headers;
  const name = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        const known = names.get(id) ?? `id ${names.size + 1}`;
        names.set(id, known);
        return known;
      })
      .replace(/toc_\w*/g, "a key")
      .replace(/\/invite\/[\w-]+/g, "a link");
  return { step, status, headers: rest, body: named(body, name) };
}

function named(value: JsonValue, name: (text: string) => string, key = ""): JsonValue {
  if (Array.isArray(value)) return value.map((one: JsonValue) => named(one, name));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([at, one]) => [at, named(one, name, at)]));
  }
  if (typeof value !== "string") return value;
  if (key === "lastUsedAt") return "some time";
  if (key === "slug") return name(value.replace(/-[0-9a-z]{5}$/, ""));
  if (key === "nextCursor") return name(Buffer.from(value, "base64url").toString());
  return name(value);
}

/** Every stored row that is B's, and every counter, link and setting that is not of another project. */
async function belongings({ api }: World): Promise<Record<string, unknown[]>> {
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

/** A's records may name B's project in their data; those are A's all the same. */
function isOfB(row: unknown): boolean {
  const { projectId, project_id: counted, _id } = row as Record<string, unknown>;
  return [projectId, counted, _id].includes(foreign);
}

function resourceAt(path: string): Resource {
  const resource = resources.get(path);
  if (resource === undefined) throw new Error(`There is no resource ${path}.`);
  return resource;
}
