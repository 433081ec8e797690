import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/lib/http/routing/route-table";
import { referenceResources } from "@/lib/resources";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { requiredBody } from "@/tests/bodies";
import { dump } from "@/tests/dump";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const restricted = referenceResources.flatMap((resource) =>
  routes
    .filter(({ operation }) => ["create", "update", "delete"].includes(operation))
    .filter(({ operation }) => !resource.operations.some((offered) => offered === operation))
    .map(({ method, pattern }) => ({ resource, method, pattern })),
);

describe("a restricted resource (reference, Resource index)", () => {
  it("is the Incident Episode Feed, without update and delete, or the SCIM Log, without any write", () => {
    expect(
      restricted.map(({ resource, method, pattern }) => [resource.name, method, pattern]),
    ).toEqual([
      ["Incident Episode Feed", "PUT", "/api/{r}/:id"],
      ["Incident Episode Feed", "POST", "/api/{r}/:id/update-item"],
      ["Incident Episode Feed", "GET", "/api/{r}/:id/update-item"],
      ["Incident Episode Feed", "DELETE", "/api/{r}/:id"],
      ["Incident Episode Feed", "POST", "/api/{r}/:id/delete-item"],
      ["Incident Episode Feed", "GET", "/api/{r}/:id/delete-item"],
      ["SCIM Log", "POST", "/api/{r}"],
      ["SCIM Log", "PUT", "/api/{r}/:id"],
      ["SCIM Log", "POST", "/api/{r}/:id/update-item"],
      ["SCIM Log", "GET", "/api/{r}/:id/update-item"],
      ["SCIM Log", "DELETE", "/api/{r}/:id"],
      ["SCIM Log", "POST", "/api/{r}/:id/delete-item"],
      ["SCIM Log", "GET", "/api/{r}/:id/delete-item"],
    ]);
  });

  it.each(restricted)("answers 405 to $method $pattern of $resource.name", async (row) => {
    const before = await dump(api.engine.store);
    for (const slash of ["", "/"]) {
      const path = row.pattern.replace("{r}", row.resource.path).replace(":id", newId()) + slash;
      const data = requiredBody(row.resource, api.projectId);
      const reply = await api.ask(row.method, path, { key: api.owner, body: { data } });
      expectStatus(reply, 405);
      expect(reply.headers).toHaveProperty("Allow");
      expect(reply.headers.Allow?.split(", ")).not.toContain(row.method);
    }
    expect(await dump(api.engine.store)).toEqual(before);
  });
});
