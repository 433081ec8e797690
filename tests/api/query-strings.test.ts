import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/http/openapi/document";
import { type Route, routes } from "@/lib/http/routing/route-table";
import { offersOperation } from "@/lib/http/routing/supports-operation";
import { resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { type Ask, expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";
import { dump } from "@/tests/dump";
import { partOf } from "@/tests/part-of";

let api: TestApi;
let operator: string;
beforeAll(async () => {
  api = await testApi();
  operator = await api.key(["Project Owner"], null);
});
afterAll(() => api.close());

/** Resources open to keys: preferences belong to users only. */
const all = [...resources.values()].filter(({ permission }) => Object.keys(permission).length > 0);

/** A route, with its path for a resource and a record. */
interface Place {
  readonly route: Route;
  readonly path: string;
}

const places: readonly Place[] = routes.flatMap((route): Place[] => {
  const at = (resource?: Resource) => ({
    route,
    path: route.pattern.replace("{r}", resource?.path ?? "").replace(":id", newId()),
  });
  if (route.names === "endpoint") return route.pattern.startsWith("/api/") ? [at(all[0])] : [];
  const own = all.filter(
    ({ path }) => route.pattern.includes("{r}") || route.pattern.startsWith(`/api/${path}`),
  );
  return own.filter((one) => offersOperation(one, route.operation)).map(at);
});

const send = ({ route, path }: Place, ask: Ask) => api.ask(route.method, path, ask);

/** Endpoints for sessions only refuse every key before they read the query string. */
const forKeys = places.filter(({ route }) => route.caller !== "session");

describe("a query parameter that a path does not have", () => {
  it("is refused on every path of the API, and nothing is written", async () => {
    const before = await dump(api.engine.store);
    for (const place of forKeys) {
      const reply = await send(place, { key: operator, query: "nosuch=1", body: {} });
      expect([place, reply.status]).toEqual([place, 400]);
      expect(faultsOf(reply)[0]).toMatchObject({ field: "nosuch", pointer: "/nosuch" });
    }
    expect(await dump(api.engine.store)).toEqual(before);
  });

  it("is no fault where the OpenAPI document has it, or where it is limit or skip", async () => {
    const document = await openApiDocument(resources, { version: "0.0.0" });
    for (const place of forKeys) {
      const names = documented(document, place);
      const query = [...names, "limit", "skip"].map((name) => `${name}=x`).join("&");
      const reply = await send(place, { key: operator, query, body: {} });
      const unknown = faultsOf(reply).filter(({ message }) => /not a parameter/.test(`${message}`));
      expect([place, unknown]).toEqual([place, []]);
    }
  });

  it("is found after the key, the path, the operation and the permission", async () => {
    const query = "nosuch=1";
    const weak = await api.key(["Read Label"]);
    const list = "/api/incident/get-list";
    expectStatus(await api.ask("GET", list, { query }), 401);
    expectStatus(await api.ask("GET", "/api/nothing", { query, key: api.owner }), 404);
    expectStatus(await api.ask("PATCH", "/api/incident", { query, key: api.owner }), 405);
    expectStatus(await api.ask("POST", "/api/project-scim-log", { query, key: api.owner }), 405);
    expectStatus(await api.ask("GET", list, { query, key: weak }), 403);
    expectStatus(await api.ask("GET", list, { query, key: api.owner }), 400);
    expectStatus(await api.ask("HEAD", list, { query, key: api.owner }), 400);
  });

  it("is ignored outside the API", async () => {
    expectStatus(await api.ask("GET", "/healthz", { query: "nosuch=1" }), 200);
  });
});

function faultsOf({ body }: Reply): JsonObject[] {
  return Array.isArray(body.errors) ? body.errors : [];
}

/** Returns the names of the query parameters that the document states for a route. */
function documented(document: JsonObject, { route, path }: Place): string[] {
  const known = path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "{id}")
    .replace(/(?<=openapi\/)[^/]+(?=\.json)/, "{resource}");
  const operation = partOf(partOf(document, "paths", known), route.method.toLowerCase());
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"] : [];
  return parameters
    .map((one: JsonObject) => {
      const { $ref } = one;
      return typeof $ref === "string" ? partOf(document, ...$ref.slice(2).split("/")) : one;
    })
    .filter((one) => one["in"] === "query")
    .map((one) => String(one["name"]));
}

describe("the refusal of a query parameter", () => {
  const ask = async (path: string, query: string, body?: JsonObject) =>
    faultsOf(
      expectStatus(
        await api.ask("GET", path, { key: api.owner, query, ...(body && { body }) }),
        400,
      ),
    ).map(({ message }) => message);

  it.each([
    [
      "title=nosuch",
      `"title" is not a parameter of this path. To filter by it, send query={"title": …}.`,
    ],
    ["selct=title", `"selct" is not a parameter of this path. Did you mean select?`],
    ["Limit=5", `"Limit" is not a parameter of this path. Did you mean limit?`],
    [
      "page=2",
      `"page" is not a parameter of this path. It has select, query, sort, limit, skip, cursor, count.`,
    ],
    [
      "=1",
      `"" is not a parameter of this path. It has select, query, sort, limit, skip, cursor, count.`,
    ],
    ["limit=5&limit=6", `"limit" is there more than once. Send it once.`],
    ['query={}&query={"title":"x"}', `"query" is there more than once. Send it once.`],
  ])("of ?%s says what to send", async (query, message) => {
    expect(await ask("/api/incident/get-list", query)).toEqual([message]);
  });

  it("names every unknown parameter and key of the body at once", async () => {
    const messages = await ask("/api/incident/get-list", "page=2&per_page=5&page=3", { wrong: 1 });
    expect(messages).toHaveLength(3);
  });

  it("lists at most 20", async () => {
    const query = Array.from({ length: 500 }, (_, n) => `name${n}=1`).join("&");
    expect(await ask("/api/incident/get-list", query)).toHaveLength(20);
  });

  it("of an endpoint stands beside the faults of its parameters", async () => {
    const messages = await ask("/api/search", "limit=0&projectID=x");
    expect(messages).toEqual([
      `"projectID" is not a parameter of this path. Did you mean projectId?`,
      "q is missing: say what to look for.",
      "limit must be a whole number, 1 or more.",
    ]);
  });

  it("no longer counts everything", async () => {
    await ask("/api/incident/count", "title=nosuch");
  });
});
