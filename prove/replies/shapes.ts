import type { JsonValue } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { type Column, shapeOf } from "@/lib/schema/shape";
import type { OperatorName } from "@/lib/schema/values/operators";
import type { Shape } from "./request";

/** Returns reads of a resource: whole and selected records, sorted, filtered, counted. */
export function readsOf(resource: Resource, rows: readonly Row[]): Shape[] {
  const base = `/api/${resource.path}`;
  const ids = [...rows.slice(0, 2).map(({ _id }) => String(_id)), unknownId];
  return [
    ...listsOf(resource, base),
    ...ids.flatMap((id) => itemsOf(resource, `${base}/${id}`)),
    ...sortsOf(resource).map((sort) => post(`${base}/get-list`, { sort, limit: 7 })),
    ...queriesOf(resource, rows).flatMap((query) => [
      post(`${base}/get-list`, { query, limit: 5 }),
      post(`${base}/count`, { query }),
    ]),
  ];
}

const unknownId = "0190a000-0000-7000-8000-0000000000ff";

function listsOf(resource: Resource, base: string): Shape[] {
  const names = shapeOf(resource).columns.map(({ name }) => name);
  const some = Object.fromEntries(names.slice(0, 4).map((name) => [name, true]));
  const inUrl = (name: string, value: JsonValue) =>
    `${name}=${encodeURIComponent(JSON.stringify(value))}`;
  return [
    get(`${base}/get-list`),
    { method: "HEAD", path: `${base}/get-list` },
    get(`${base}/get-list/?limit=3&skip=1`),
    get(`${base}/get-list?limit=2&count=none`),
    get(`${base}/get-list?limit=1000`),
    get(`${base}/get-list?skip=100000`),
    get(`${base}/get-list?${inUrl("select", some)}&${inUrl("sort", { _id: 1 })}&limit=4`),
    get(`${base}/get-list?${inUrl("query", { _id: [unknownId] })}`),
    post(`${base}/get-list`, {}),
    post(`${base}/get-list`, { select: selectAll(resource), limit: 6 }),
    post(`${base}/get-list`, { select: selectNested(resource), limit: "6", skip: 1 }),
    get(`${base}/count`),
    post(`${base}/count`, {}),
    post(`${base}/count`, { query: {} }),
    get(`${base}/count?${inUrl("query", { _id: unknownId })}`),
  ];
}

function itemsOf(resource: Resource, base: string): Shape[] {
  const path = `${base}/get-item`;
  return [
    get(path),
    get(path.toUpperCase().replace("/API/", "/api/")),
    { method: "HEAD", path },
    { ...get(path), headers: { "If-None-Match": "*" } },
    { ...get(path), headers: { "If-None-Match": '"1-x", W/"2-y"' } },
    post(path, {}),
    post(path, { select: selectAll(resource) }),
    post(path, { select: selectNested(resource) }),
    get(`${path}?select=${encodeURIComponent('{"_id":true,"createdAt":true}')}`),
  ];
}

function selectAll(resource: Resource): JsonValue {
  const names = [...shapeOf(resource).byName.keys()];
  return Object.fromEntries(names.map((name) => [name, true]));
}

function selectNested(resource: Resource): JsonValue {
  const all = [...shapeOf(resource).byName].map(([name, { as, column }]) => {
    const isList = kindOf(column.field).codec.list === "linked";
    return [name, as === "relation" || isList ? { name: true, _id: true } : true] as const;
  });
  return Object.fromEntries(all);
}

function sortsOf(resource: Resource): JsonValue[] {
  const columns = shapeOf(resource).columns.filter(({ name }) => name !== "lastUsedAt");
  const one = columns.map(({ name }, at) => ({ [name]: at % 2 === 0 ? 1 : "DESC" }));
  const related = [...shapeOf(resource).byName]
    .filter(([, { as }]) => as === "relation")
    .map(([name], at) => ({ [name]: { name: at % 2 === 0 ? -1 : "asc" } }));
  return [...one, ...related, { createdAt: -1, _id: 1 }];
}

function queriesOf(resource: Resource, rows: readonly Row[]): JsonValue[] {
  const plain = shapeOf(resource).columns.flatMap((column) => {
    const value = rows.find((row) => (row[column.name] ?? null) !== null)?.[column.name] ?? "x";
    return [{ [column.name]: value }, { [column.name]: null }, ...operatorsOf(column, value)];
  });
  const relations = [...shapeOf(resource).byName].flatMap(([name, { as }]) =>
    as === "relation" ? [{ [name]: { name: { _type: "NotNull" } } }] : [],
  );
  const combined = [
    { _or: plain.slice(0, 3) },
    { _not: plain[1] ?? {} },
    { _and: plain.slice(2, 4) },
  ];
  return [...plain, ...relations, ...combined, { unknown: 1 }, { _id: "not an id" }];
}

function operatorsOf(column: Column, value: JsonValue): JsonValue[] {
  if (column.name === "lastUsedAt") return [];
  const one = Array.isArray(value) ? (value[0] ?? "x") : value;
  return kindOf(column.field).operators.map((_type: OperatorName) => {
    if (_type === "InBetween") return { [column.name]: { _type, startValue: one, endValue: one } };
    return { [column.name]: { _type, value: _type.startsWith("Includes") ? [one, null] : one } };
  });
}

/** Returns requests that are refused. */
export function refusalsOf({ path, name }: Resource, id: string): Shape[] {
  const base = `/api/${path}`;
  const text = (body: string, type = "application/json"): Shape => ({
    ...{ method: "POST", path: `${base}/get-list`, body },
    headers: { "Content-Type": type },
  });
  return [
    ...[`limit=0`, `limit=x`, `skip=-1`, `skip=9999999`, `cursor=x`, `count=maybe`, `select={`].map(
      (query) => get(`${base}/get-list?${query}`),
    ),
    ...["{", "[]", "null", '{"a":1}', '{"selct":{}}', " ", '{"query":{"a":{"b":1}}}'].map((body) =>
      text(body),
    ),
    text("{}", "text/plain"),
    text('{"select":{"_id":true}}', "application/json; charset=utf-16"),
    post(`${base}/get-list`, {
      select: { [name]: true },
      query: { [name]: 1 },
      sort: { [name]: 1 },
    }),
    post(`${base}/get-list`, { select: [], query: [], sort: [] }),
    post(`${base}/get-list`, { sort: { createdAt: 2 } }),
    post(`${base}/get-list`, { cursor: 5, limit: null }),
    post(`${base}/${id}/get-item`, { select: { nothing: true } }),
    get(`${base}/not-an-id/get-item`),
    get(`${base}/${id}`),
    { method: "PATCH", path: `${base}/get-list` },
    { method: "OPTIONS", path: `${base}/get-list` },
    { ...get(`${base}/get-list`), headers: { Origin: "https://pages.example" } },
    { ...get(`${base}/get-list`), headers: { Origin: "https://others.example" } },
    { ...get(`${base}/get-list`), headers: { "X-Request-Id": "mine" } },
    { ...get(`${base}/get-list`), headers: { "Content-Encoding": "gzip" } },
    get(`${base}/get-lists`),
    get(`/api//${path}/get-list`),
    get(`${base}/%67et-list`),
  ];
}

function get(path: string): Shape {
  return { method: "GET", path };
}

/** Returns a POST of JSON. */
export function post(path: string, body: JsonValue): Shape {
  return { method: "POST", path, body: JSON.stringify(body) };
}
