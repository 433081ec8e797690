import fc from "fast-check";
import type { ApiRequest } from "@/lib/http/message/request-response";
import { routes } from "@/lib/http/routing/route-table";
import type { Resource } from "@/lib/schema/resource";
import { bodyFor, type Subject } from "./hostile-bodies";
import { headersFor, queryString } from "./hostile-headers";
import { oneIn, pickOne } from "./pick-one";

/** The records that requests refer to. */
export interface World extends Subject {
  readonly keys: readonly string[];
  /** Ids of records, by the path of their resource. */
  readonly ids: ReadonlyMap<string, string[]>;
}

type Pick = fc.GeneratorValue;

/** Returns a random request, from valid to hostile. */
export function hostileRequest(pick: Pick, world: World): ApiRequest {
  const resource = pickOne(pick, world.resources);
  const route = pickOne(pick, likelyRoutes);
  const id = idFor(pick, world, resource);
  const real = route.pattern.replace("{r}", resource.path).replace(":id", id);
  const isPlain = !oneIn(pick, 6);
  const body = bodyFor(pick, world, resource, route.operation);
  return {
    method: isPlain ? route.method : pickOne(pick, methods),
    path: isPlain ? real : pathFrom(pick, real),
    query: oneIn(pick, 3) ? queryString(pick, resource) : "",
    headers: headersFor(pick, world.keys, body !== ""),
    body,
  };
}

const methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "X Y"];

/** Deletes are rarer, so that records remain. */
const likelyRoutes = routes.flatMap((route) =>
  route.operation === "delete" ? [route] : [route, route, route],
);

function idFor(pick: Pick, { ids }: World, { path }: Resource): string {
  const own = ids.get(path) ?? [];
  if (own.length > 0 && !oneIn(pick, 12)) return pickOne(pick, own);
  return pick(
    fc.constantFrom,
    ...["00000000-0000-0000-0000-000000000000", "0190a000-0000-7000-8000-0000000000ff", "1"],
    ...["undefined", "%00", "%2e%2e", "get-list", "count", "__proto__", "a".repeat(3_000)],
  );
}

function pathFrom(pick: Pick, real: string): string {
  return pickOne(pick, twists)(real, pick(fc.string, odd));
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
