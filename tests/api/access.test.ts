import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Route, routes } from "@/lib/http/routing/route-table";
import { referenceResources, resources } from "@/lib/resources";
import { label } from "@/lib/resources/settings/label";
import type { JsonObject } from "@/lib/schema/json";
import { isRole, knownTitles, rightOf, sufficientTitles } from "@/lib/schema/permission-titles";
import type { Operation, Resource } from "@/lib/schema/resource";
import { newId } from "@/lib/store/port/new-id";
import { type Ask, expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";

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

type Offered = Route & { readonly operation: Operation };

/** Returns the routes of every operation that a resource offers. */
function offeredBy({ operations }: Resource): Offered[] {
  const isOffered = (route: Route): route is Offered =>
    operations.some((operation) => operation === route.operation);
  return routes.filter(isOffered);
}

function pathOf(
  resource: Resource,
  { pattern }: Route,
  id: unknown = records.get(resource.path)?._id,
): string {
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

/** Asserts the status, and names the request if it differs. */
function expectAt(path: string, { method }: Route, reply: Reply, status: number): void {
  const at = `${method} ${path}`;
  expect({ at, status: reply.status, body: reply.body }).toMatchObject({ at, status });
}

const keyForms: readonly (readonly [string, Ask])[] = [
  ["no key", {}],
  ["an unknown key", { key: "toc_unknown" }],
  ["an empty key", { key: "" }],
  ["a blank key", { key: "  " }],
  ["two keys", { key: "toc_one, toc_two" }],
  ["a long key", { key: "k".repeat(16_000) }],
  ["a key of other letters", { key: "ключ🔑" }],
];

/** All routes read the key in one function, so two of the forms go to every route. */
const onEveryRoute = keyForms.slice(0, 2);

it.each(keyForms)("%s is answered with 401", async (_, ask) => {
  const reply = await api.ask("POST", "/api/label", { ...ask, body: bodyFor(label) });
  expectStatus(reply, 401);
  expect(reply.body).toMatchObject({ code: "unauthenticated", status: 401 });
});

describe.each(referenceResources)("every route of $name", (resource) => {
  const offered = offeredBy(resource);

  // A dump takes longer than a request, so it is made once before and once after all refusals.
  let before: Awaited<ReturnType<typeof dump>>;
  const lacking = new Map<string, string>();
  beforeAll(async () => {
    for (const right of new Set(offered.map(({ operation }) => rightOf(operation)))) {
      lacking.set(right, await api.key(titlesBut(sufficientTitles(resource, right))));
    }
    // The first read makes the secret of change tokens.
    await api.ask("POST", "/api/label/get-list", { key: await api.key(["Project Owner"]) });
    before = await dump(api.engine.store);
  });
  afterAll(async () => {
    expect(await dump(api.engine.store)).toEqual(before);
  });

  it("answers 401 without a valid key", async () => {
    for (const route of offered) {
      const path = pathOf(resource, route);
      for (const [, ask] of onEveryRoute) {
        const reply = await api.ask(route.method, path, { ...ask, body: bodyFor(resource) });
        expectAt(path, route, reply, 401);
        expect(reply.body).toMatchObject({ code: "unauthenticated", status: 401 });
      }
    }
  });

  it("answers 403 to a key with every title except the sufficient ones", async () => {
    for (const route of offered) {
      const right = rightOf(route.operation);
      const path = pathOf(resource, route);
      const key = lacking.get(right) ?? "";
      const reply = await api.ask(route.method, path, { key, body: bodyFor(resource) });
      expectAt(path, route, reply, 403);
      const missing = resource.permission[right];
      expect(reply.body).toMatchObject({ code: "forbidden", missing });
      expect(reply.body.sufficient).toEqual(sufficientTitles(resource, right));
      expect(reply.body.detail).toContain(missing);
    }
  });

  it("answers a key of another project as if nothing existed", async () => {
    for (const route of offered) await expectHidden(resource, route);
  });
});

/** Asserts that a key of another project gets the same reply for a record and for no record. */
async function expectHidden(resource: Resource, route: Offered): Promise<void> {
  const isCreate = route.operation === "create";
  const body = isCreate ? bodyFor(resource) : bodyFor(resource, foreignProject);
  const unknown = newId();
  const [path, elsewhere] = [pathOf(resource, route), pathOf(resource, route, unknown)];
  const reply = await api.ask(route.method, path, { key: foreignKey, body });
  const nothing = await api.ask(route.method, elsewhere, { key: foreignKey, body });
  if (isCreate) expectAt(path, route, reply, 403);
  else if (path !== elsewhere) expectAt(path, route, reply, 404);
  else expect(reply.body.count).toBe(0);
  const told = JSON.stringify(reply.body).replaceAll(String(records.get(resource.path)?._id), "?");
  const other = JSON.stringify(nothing.body).replaceAll(unknown, "?");
  const requestIds = /"requestId":"[^"]*"/;
  expect(told.replace(requestIds, "")).toBe(other.replace(requestIds, ""));
  expect(reply.status).toBe(nothing.status);
}

describe("the permission table (reference, Authentication)", () => {
  const keys = new Map<string, string>();
  const keyOf = async (title: string) => {
    const key = keys.get(title) ?? (await api.key([title]));
    keys.set(title, key);
    return key;
  };

  it.each(referenceResources)(
    "opens every route of $name to each sufficient title",
    async (resource) => {
      for (const route of offeredBy(resource)) {
        for (const title of sufficientTitles(resource, rightOf(route.operation))) {
          const record = await api.insert(resource, requiredBody(resource, api.projectId));
          const path = pathOf(resource, route, record._id);
          const ask = { key: await keyOf(title), body: bodyFor(resource) };
          expectAt(path, route, await api.ask(route.method, path, ask), 200);
        }
      }
    },
  );
});
