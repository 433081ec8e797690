import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Route, routes } from "@/lib/http/routing/route-table";
import { referenceResources, resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { isRole, knownTitles, rightOf, sufficientTitles } from "@/lib/schema/permission-titles";
import type { Operation, Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/engine";

let api: TestApi;
let foreignProject: string;
let foreignKey: string;
let records: Map<string, JsonObject>;

beforeAll(async () => {
  api = await testApi();
  foreignProject = newId();
  foreignKey = await api.key(["Project Owner"], foreignProject);
  records = new Map();
  for (const resource of referenceResources) {
    const data = requiredBody(resource, api.projectId);
    records.set(resource.path, await api.insert(resource, data));
  }
});
afterAll(() => api.close());

/** Every route of every operation that a resource offers. */
const offered = referenceResources.flatMap((resource) =>
  routes.flatMap((route) => (isOffered(route, resource) ? [{ resource, ...route }] : [])),
);

function isOffered(route: Route, resource: Resource): route is Route & { operation: Operation } {
  return resource.operations.some((operation) => operation === route.operation);
}

function pathOf(resource: Resource, pattern: string, id: unknown): string {
  return pattern.replace("{r}", resource.path).replace(":id", String(id));
}

function titlesBut(sufficient: readonly string[]): string[] {
  return knownTitles(resources.values()).filter(
    (title) => !isRole(title) && !sufficient.includes(title),
  );
}

function bodyFor(resource: Resource, projectId = api.projectId): JsonObject {
  return { data: { ...requiredBody(resource, projectId, 5) } };
}

describe.each(offered)("$method $pattern of $resource.name", ({ resource, ...route }) => {
  const path = (id: unknown = records.get(resource.path)?._id) =>
    pathOf(resource, route.pattern, id);

  // A dump takes longer than a request, so it is made once before and once after all refusals.
  let before: Awaited<ReturnType<typeof dump>>;
  let lacking: string;
  beforeAll(async () => {
    lacking = await api.key(titlesBut(sufficientTitles(resource, rightOf(route.operation))));
    before = await dump(api.engine.store);
  });
  afterAll(async () => {
    expect(await dump(api.engine.store)).toEqual(before);
  });

  it.each([
    ["no key", {}],
    ["an empty key", { key: "" }],
    ["a blank key", { key: "  " }],
    ["an unknown key", { key: "toc_unknown" }],
    ["two keys", { key: "toc_one, toc_two" }],
    ["a long key", { key: "k".repeat(16_000) }],
    ["a key of other letters", { key: "ключ🔑" }],
  ])("answers 401 to %s", async (_, ask) => {
    const reply = await api.ask(route.method, path(), { ...ask, body: bodyFor(resource) });
    expectStatus(reply, 401);
    expect(reply.body).toMatchObject({ code: "unauthenticated", status: 401 });
  });

  it("answers 403 to a key with every title except the sufficient ones", async () => {
    const body = bodyFor(resource);
    const reply = await api.ask(route.method, path(), { key: lacking, body });
    expectStatus(reply, 403);
    const missing = resource.permission[rightOf(route.operation)];
    expect(reply.body).toMatchObject({ code: "forbidden", missing });
    expect(reply.body.sufficient).toEqual(sufficientTitles(resource, rightOf(route.operation)));
    expect(reply.body.detail).toContain(missing);
  });

  it("answers a key of another project as if nothing existed", async () => {
    const body =
      route.operation === "create" ? bodyFor(resource) : bodyFor(resource, foreignProject);
    const reply = await api.ask(route.method, path(), { key: foreignKey, body });
    const unknown = newId();
    const nothing = await api.ask(route.method, path(unknown), { key: foreignKey, body });
    if (route.operation === "create") expectStatus(reply, 403);
    else if (path() !== path(unknown)) expectStatus(reply, 404);
    else expect(reply.body.count).toBe(0);
    const told = JSON.stringify(reply.body).replaceAll(
      String(records.get(resource.path)?._id),
      "?",
    );
    const other = JSON.stringify(nothing.body).replaceAll(unknown, "?");
    const requestIds = /"requestId":"[^"]*"/;
    expect(told.replace(requestIds, "")).toBe(other.replace(requestIds, ""));
    expect(reply.status).toBe(nothing.status);
  });
});

describe("the permission table (reference, Authentication)", () => {
  it.each(offered)(
    "opens $method $pattern of $resource.name to each sufficient title",
    async ({ resource, ...route }) => {
      for (const title of sufficientTitles(resource, rightOf(route.operation))) {
        const key = await api.key([title]);
        const record = await api.insert(resource, requiredBody(resource, api.projectId));
        const path = pathOf(resource, route.pattern, record._id);
        expectStatus(await api.ask(route.method, path, { key, body: bodyFor(resource) }), 200);
      }
    },
  );
});
