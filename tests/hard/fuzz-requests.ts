import fc from "fast-check";
import type { ApiRequest } from "@/lib/http/exchange";
import { routes } from "@/lib/http/route-table";
import type { Field } from "@/lib/schema/field";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";
import { goodValue, requiredBody } from "@/tests/bodies";
import { among } from "./among";

/** What the requests are about. */
export interface World {
  readonly resources: readonly Resource[];
  readonly projectId: string;
  readonly keys: readonly string[];
  /** Ids of records, by the path of their resource. */
  readonly ids: ReadonlyMap<string, string[]>;
}

type Pick = fc.GeneratorValue;

/** A request somewhere between right and hostile. */
export function hostileRequest(pick: Pick, world: World): ApiRequest {
  const resource = among(pick, world.resources);
  const route = among(pick, likelyRoutes);
  const id = idFor(pick, world, resource);
  const real = route.pattern.replace("{r}", resource.path).replace(":id", id);
  const isPlain = !oneIn(pick, 6);
  const body = bodyFor(pick, world, resource, route.operation);
  return {
    method: isPlain ? route.method : among(pick, methods),
    path: isPlain ? real : pathFrom(pick, real),
    query: oneIn(pick, 3) ? queryString(pick, resource) : "",
    headers: headersFor(pick, world, body !== ""),
    body,
  };
}

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "X Y"];

/** Deleting is rarer, so that there is something to ask about. */
const likelyRoutes = routes.flatMap((route) =>
  route.operation === "delete" ? [route] : [route, route, route],
);

function oneIn(pick: Pick, of: number): boolean {
  return pick(fc.nat, { max: of - 1 }) === 0;
}

function idFor(pick: Pick, { ids }: World, { path }: Resource): string {
  const own = ids.get(path) ?? [];
  if (own.length > 0 && !oneIn(pick, 12)) return among(pick, own);
  return pick(
    fc.constantFrom,
    ...["00000000-0000-0000-0000-000000000000", "0190a000-0000-7000-8000-0000000000ff", "1"],
    ...["undefined", "%00", "%2e%2e", "get-list", "count", "__proto__", "a".repeat(3_000)],
  );
}

function pathFrom(pick: Pick, real: string): string {
  return among(pick, twists)(real, pick(fc.string, odd));
}

const odd = { maxLength: 40, unit: "binary" as const };

const twists: readonly ((path: string, extra: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.replace("/api", "/API"),
  (path) => path.toUpperCase(),
  (path) => path.replace("/api/", "//api//"),
  (path) => path.replace("/api/", "/api/../api/"),
  (path) => path.replace("-", "%2d").replace("a", "%61"),
  (path) => `${path}%`,
  (path) => `${path}%zz`,
  (path) => `${path}%ff`,
  (path) => `${path}%00`,
  (path) => `${path}%2fget-item`,
  (path) => `${path};a=b`,
  (path) => path.replace("/api/", "/api/%5c"),
  (path, extra) => `${path}/${extra}`,
  (_, extra) => `/api/${encodeURIComponent(extra.toWellFormed())}/get-list`,
  (path, extra) => `${path}${extra.repeat(200)}`,
  (_, extra) => extra,
  () => "",
  () => "/",
  () => "/api",
  () => "/api/",
  () => "*",
  () => `/api/${"x/".repeat(3_000)}`,
  () => "/api/constructor/get-list",
  () => "/api/__proto__",
  () => "/api/{r}/get-list",
  () => "/api/{r}/:id",
];

/** Texts that stand for JSON that `JSON.stringify` cannot write: what is between the marks is written as it is. */
const raw = (json: string) => `§${json}§`;

const texts: readonly string[] = [
  ...["", " ", "a", "\0", "a\0b", "\ud800", "x\udc00", "💥", "İ", "ß", "\u202e", "%", "_", "*"],
  ...["'; drop table incident; --", '" or 1=1 --', "1) union all select * from api_key --", "a'b"],
  ...["__proto__", "constructor", "toString", "t1.password", "createdAt; --", "_id", "keyHash"],
  ...["0000-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999Z", "10000-01-01"],
  ...["2026-02-30", "2026-01-01T24:00:00Z", "-000001-01-01", "2026-W01", "1767225600000", "now"],
  ...["00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"],
  ...["#fff", "#GGGGGG", "http://", "javascript:alert(1)", "a@b", "http://[::1", "true", "null"],
  ...["x".repeat(256), "y".repeat(5_001), "é".repeat(70_000)],
  ...[raw("-0"), raw("1e308"), raw("1e309"), raw("-1e400"), raw("5e-324"), raw("9".repeat(400))],
  ...[raw("9007199254740993"), raw('{"a":1,"a":2}'), raw('{"__proto__":{"x":1}}'), raw("[1,]")],
  ...[raw("[".repeat(40) + "]".repeat(40)), raw(`${'{"a":'.repeat(31)}1${"}".repeat(31)}`)],
];

const values: readonly JsonValue[] = [
  ...texts,
  ...[null, true, false, 0, 1, -1, 0.1, 32_768, -32_769, 1e21, 2 ** 53, 2 ** 63],
  ...[[], [null], [[]], ["a", 1, null, {}], [[["a"]]], {}, { a: {} }, { _id: 1 }, { id: [] }],
  ...[{ _type: 1 }, { _type: "ObjectID" }, { _type: "ObjectID", value: {} }, { _type: "x" }],
  ...[{ value: 1 }, { _type: "DateTime", value: [] }, { "": "" }, { "a.b": 1 }, { length: 9 }],
  Array.from({ length: 501 }, (_, index) => index),
  Array.from({ length: 600 }, () => "00000000-0000-0000-0000-000000000000"),
  Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1])),
];

const names: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "a.b", "t1.password"],
  ...['"x"; drop', "", "_and", "_or", "_not", "_type", "version", "keyHash", "password", "💥"],
  ...["titleLower", "rowid", "*", "_id", "projectId", "project", "\0", "\ud800"],
];

const operators = [
  ...["EqualTo", "NotEqual", "GreaterThan", "GreaterThanOrEqual", "LessThan", "LessThanOrEqual"],
  ...["EqualToOrNull", "GreaterThanOrNull", "LessThanOrNull", "InBetween", "Search", "NotContains"],
  ...["StartsWith", "EndsWith", "Includes", "IncludesAll", "IncludesNone", "IsNull", "NotNull"],
  ...["constructor", "__proto__", "", "equalto"],
];

function value(pick: Pick, field?: Field): JsonValue {
  const way = pick(fc.nat, { max: 9 });
  // Each secret costs a slow hash, so they stay rare.
  if (field && way < 6 && (field.kind !== "hashed" || oneIn(pick, 10))) {
    const good = goodValue(field, pick(fc.nat, { max: 400 }));
    return way === 5 ? { _type: pick(fc.constantFrom, "ObjectID", "DateTime"), value: good } : good;
  }
  if (way === 9) return pick(fc.jsonValue, { maxDepth: 3 }) as JsonValue;
  return among(pick, values);
}

function name(pick: Pick, resource: Resource): string {
  if (oneIn(pick, 12)) return among(pick, names);
  return among(pick, [...shapeOf(resource).byName.keys()]);
}

function several(pick: Pick, resource: Resource, make: (name: string) => JsonValue): JsonValue {
  const count = among(pick, [0, 1, 1, 1, 1, 2, 2, 3, 4]);
  return Object.fromEntries(
    Array.from({ length: count }, () => {
      const one = name(pick, resource);
      return [one, make(one)];
    }),
  );
}

function fieldOf(resource: Resource, by: string): Field | undefined {
  return shapeOf(resource).byName.get(by)?.column.field;
}

function condition(pick: Pick, world: World, field: Field | undefined, depth: number): JsonValue {
  const way = pick(fc.nat, { max: 9 });
  const related = world.resources.find(({ path }) => path === field?.to);
  if (related && way < 3 && depth < 7) return queryPart(pick, world, related, depth + 1);
  if (way > 5) return value(pick, field);
  const operand = () => (oneIn(pick, 3) ? [value(pick, field), null] : value(pick, field));
  const _type = among(pick, operators);
  if (_type === "InBetween") return { _type, startValue: operand(), endValue: operand() };
  return { _type, value: operand() };
}

function queryPart(pick: Pick, world: World, resource: Resource, depth = 0): JsonValue {
  if (oneIn(pick, 12)) return among(pick, values);
  const plain = several(pick, resource, (one) =>
    condition(pick, world, fieldOf(resource, one), depth),
  );
  if (depth > 6 || !oneIn(pick, 4)) return plain;
  const inner = queryPart(pick, world, resource, depth + 1);
  const branch = pick(fc.constantFrom, "_and", "_or", "_not");
  return { [branch]: branch === "_not" || oneIn(pick, 9) ? inner : [inner, plain] };
}

function selectPart(pick: Pick, world: World, resource: Resource): JsonValue {
  if (oneIn(pick, 12)) return among(pick, values);
  return several(pick, resource, (one) => {
    const related = world.resources.find(({ path }) => path === fieldOf(resource, one)?.to);
    if (oneIn(pick, 12)) return among(pick, values);
    return related && oneIn(pick, 2) ? several(pick, related, () => true) : !oneIn(pick, 6);
  });
}

function sortPart(pick: Pick, resource: Resource): JsonValue {
  if (oneIn(pick, 12)) return among(pick, values);
  return several(pick, resource, () =>
    pick(fc.constantFrom, 1, -1, "ASC", "desc", 0, null, "1", "up; --", raw("-0")),
  );
}

function dataPart(pick: Pick, world: World, resource: Resource): JsonValue {
  if (oneIn(pick, 15)) return among(pick, values);
  const some = several(pick, resource, (one) => value(pick, fieldOf(resource, one)));
  if (oneIn(pick, 3)) return some;
  const { password: _, ...whole } = requiredBody(
    resource,
    world.projectId,
    pick(fc.nat, { max: 400 }),
  );
  return oneIn(pick, 2) ? whole : { ...whole, ...(some as object) };
}

function bodyFor(pick: Pick, world: World, resource: Resource, operation: string): string {
  if (oneIn(pick, 8)) return among(pick, brokenBodies);
  if (oneIn(pick, 12)) return written(among(pick, values));
  if (oneIn(pick, 15)) return pick(fc.json, { maxDepth: 6 });
  const writes = operation === "create" || operation === "update" || oneIn(pick, 20);
  return written({
    ...(writes && { data: dataPart(pick, world, resource) }),
    ...(operation === "rotate" && { data: { overlapMinutes: value(pick) } }),
    ...(!writes && {
      select: selectPart(pick, world, resource),
      query: queryPart(pick, world, resource),
    }),
    ...(operation === "list" && { sort: sortPart(pick, resource) }),
    ...(oneIn(pick, 8) && { limit: value(pick), skip: value(pick) }),
    ...(oneIn(pick, 8) && { cursor: value(pick), count: value(pick) }),
    ...(oneIn(pick, 20) && { [among(pick, names)]: value(pick) }),
  });
}

const brokenBodies: readonly string[] = [
  ...["", " ", "{", "}", "null", "[]", "1", '"a"', "{}x", "\ufeff{}", "{'a':1}", "{a:1}", "\0"],
  ...['{"data":{}}', '{"data":null}', '{"data":[]}', '{"data":{"name":undefined}}', "NaN"],
  ...['{"query":{"__proto__":{"_id":null}}}', '{"__proto__":{"data":{"name":"x"}}}'],
  ...["[".repeat(100_000), '{"a":'.repeat(50_000), `{"select":${"[".repeat(50)}${"]".repeat(50)}}`],
  ...[
    '{"query":',
    '{"query":"',
    "{\n\n  oops",
    '{"a":"\ud800"}',
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
  ],
];

/** JSON text, in which marked texts stand as they are. */
function written(body: JsonValue): string {
  return JSON.stringify(body).replace(/"§(.*?)§"/g, (_, text: string) => JSON.parse(`"${text}"`));
}

function queryString(pick: Pick, resource: Resource): string {
  const one = name(pick, resource);
  const text = among(pick, texts).toWellFormed();
  return pick(
    fc.constantFrom,
    ...["limit=5", "limit=0", "limit=-1", "limit=1e3", "limit=&skip=", "skip=1000001", "skip=0x1"],
    ...[
      "limit=5&limit=6",
      "count=none",
      "count=2",
      "cursor=",
      "cursor=AAAA",
      "%",
      "%zz=%ff",
      "&&&=",
    ],
    ...["cursor=W10", "cursor=WyJjcmVhdGVkQXQgZGVzYyIsW251bGxdLCJ4Il0", "__proto__=1", "data={}"],
    `select=${encodeURIComponent(JSON.stringify({ [one]: true }))}`,
    `query=${encodeURIComponent(JSON.stringify({ [one]: text }))}`,
    `sort=${encodeURIComponent(JSON.stringify({ [one]: text }))}`,
    `limit=${encodeURIComponent(text.slice(0, 500))}`,
    `cursor=${encodeURIComponent(text.slice(0, 500))}`,
    `query=${encodeURIComponent(text.slice(0, 500))}`,
    `apikey=${encodeURIComponent(text.slice(0, 50))}`,
  );
}

function headersFor(pick: Pick, { keys }: World, hasBody: boolean): Record<string, string> {
  const strange = among(pick, strangeHeaders);
  const key = oneIn(pick, 25)
    ? pick(
        fc.constantFrom,
        "",
        " ",
        "x",
        "toc_x",
        "k".repeat(300),
        "ключ",
        `${keys[0]}, ${keys[1]}`,
      )
    : among(pick, keys);
  return {
    ...(hasBody && { "content-type": "application/json" }),
    ...(oneIn(pick, 4) && strange),
    ...(oneIn(pick, 40) ? {} : { apikey: key }),
  };
}

const strangeHeaders: readonly Record<string, string>[] = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=latin1" },
  { "content-type": "application/json;" },
  { "content-type": 'application/json; charset="UTF-8"' },
  { "content-encoding": "gzip" },
  { "if-match": "*" },
  { "if-match": '"1-abc"' },
  { "if-match": 'W/"1-x", "2-y"' },
  { "if-match": "nonsense" },
  { "if-match": '"999999999999999999-x"' },
  { "if-none-match": "*" },
  { "if-none-match": '"' },
  { "idempotency-key": "one" },
  { "idempotency-key": "two" },
  { "idempotency-key": "" },
  { "idempotency-key": "k".repeat(256) },
  { "idempotency-key": "ключ" },
  { "x-request-id": "mine-1" },
  { "x-request-id": "a\r\nSet-Cookie: x=1" },
  { "x-request-id": "x".repeat(129) },
  { "x-middleware-subrequest": "middleware" },
  { "x-http-method-override": "DELETE" },
  { projectid: "00000000-0000-0000-0000-000000000000", "is-multi-tenant-query": "true" },
  { cookie: "session=1", authorization: "Bearer x" },
];
