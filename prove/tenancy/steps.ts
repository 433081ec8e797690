import fc from "fast-check";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { fullBody, goodValue, requiredBody } from "@/tests/bodies";
import { pickOne } from "@/tests/hard/pick-one";
import { mixed, type Pick, queried, reference, selected } from "./random-inputs";
import { foreign, plain } from "./world";

/** One operation of a history. */
export interface Step {
  readonly method: string;
  /** `@path#n` is the placeholder for the id of the n-th record of a resource in the history. */
  readonly path: string;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly asReader: boolean;
  readonly minutes: number;
}

const steppable = [...resources.values()];

/** Returns a random operation on a random resource, about own records, B's or none. */
export function stepOf(pick: Pick, projectId: string): Step {
  const chosen = pickOne(pick, steppable);
  const way = pickOne(pick, ways);
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
  const body = pickOne(pick, [fullBody, requiredBody, requiredBody]);
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
  const sort = pickOne(pick, known);
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
