import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { referenceResources, resources } from "@/lib/resources/index";
import { routes } from "./route-table";
import { allowed, isPublic, matchRoute, requireAllowed, routeAt } from "./routing";
import { offersOperation } from "./supports-operation";

const id = "0190a000-0000-7000-8000-00000000000a";

function pathOf(pattern: string, resource: string): string {
  return pattern.replace("{r}", resource).replace(":id", id);
}

function placed(path: string) {
  const match = matchRoute(path);
  if (!match) throw new Error(`nothing at ${path}`);
  return match;
}

/** Returns the route for a method, as a request resolves it. */
function routeFor(match: ReturnType<typeof placed>, method: string) {
  return requireAllowed(match, routeAt(match, method), method);
}

function refusal(path: string, method: string): AppError {
  try {
    routeFor(placed(path), method);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error(`${method} ${path} was not refused`);
}

describe("matchRoute", () => {
  test("matches every route, for every resource that offers it, with or without a trailing slash", () => {
    for (const resource of resources.values()) {
      for (const route of routes) {
        const path = pathOf(route.pattern, resource.path);
        const isOffered =
          route.names === "endpoint" ||
          !route.pattern.includes("{r}") ||
          offersOperation(resource, route.operation);
        const own = route.pattern.replace("{r}", resource.path);
        for (const spelling of [path, `${path}/`]) {
          const match = placed(spelling);
          expect([route.pattern, own]).toContain(match.pattern);
          const found = match.routes.get(route.method);
          if (found !== route) expect(found?.pattern).toBe(own);
          else if (isOffered) expect(routeFor(match, route.method)).toBe(route);
          else expect(() => routeFor(match, route.method)).toThrow(AppError);
        }
      }
    }
  });

  test("names the resource and the id, in lower case", () => {
    const match = placed(`/api/incident/${id.toUpperCase()}/get-item`);
    expect(match.resource?.path).toBe("incident");
    expect(match.id).toBe(id);
  });

  test("reads percent-encoded paths", () => {
    expect(placed("/api/%69ncident/get%2Dlist").pattern).toBe("/api/{r}/get-list");
    expect(() => matchRoute("/api/%zz/get-list")).toThrow(AppError);
    expect(() => matchRoute("/api/incident/%ff")).toThrow(AppError);
  });

  test.each([
    "",
    "/",
    "/api",
    "/api/",
    "/api/nothing",
    "/api/nothing/get-list",
    "/api/__proto__/get-list",
    "/api/constructor",
    "/api/{r}/get-list",
    "/api/incident/:id/get-item",
    "/api/incident/42/get-item",
    "/api/incident/get-list/get-item",
    `/api/incident/${id}/other`,
    `/api/incident/${id}/get-item/more`,
    "/api/incident//",
    "/api//incident",
    "/api/incident%2Fget-list",
    `/api/incident/${id}/rotate`,
    "/API/incident/get-list",
    "/api/openapi.json/more",
  ])("finds nothing at %s", (path) => {
    expect(matchRoute(path)).toBeUndefined();
  });

  test("makes public only the contract, probes, metrics, two texts and the session routes", () => {
    const open = routes.filter((route) => isPublic(placed(pathOf(route.pattern, "incident"))));
    expect(open.map(({ pattern }) => pattern)).toEqual([
      "/api/openapi.json",
      "/api/openapi/{r}.json",
      "/healthz",
      "/readyz",
      "/metrics",
      "/.well-known/security.txt",
      "/llms.txt",
      "/api/auth/sign-in/email",
      "/api/auth/sign-out",
      "/api/auth/get-session",
      "/api/auth/reset/look-up",
      "/api/auth/reset",
      "/api/invitation/look-up",
      "/api/invitation/accept",
    ]);
  });
});

describe("requireAllowed", () => {
  test("sends HEAD where GET reads, and never where GET writes", () => {
    expect(routeFor(placed("/api/alert/get-list"), "HEAD").operation).toBe("list");
    expect(routeFor(placed("/healthz"), "HEAD").operation).toBe("health");
    const refused = refusal(`/api/alert/${id}/delete-item`, "HEAD");
    expect(refused.details.allow).toEqual(["GET", "OPTIONS", "POST"]);
  });

  test("refuses other methods and says which there are", () => {
    const refused = refusal("/api/alert/get-list", "PATCH");
    expect(refused.code).toBe("method_not_allowed");
    expect(refused.detail).toBe(
      "This path does not take PATCH. It takes GET, HEAD, OPTIONS, POST.",
    );
    expect(refusal("/api/alert", "GET").details.allow).toEqual(["OPTIONS", "POST"]);
    expect(refusal("/api/alert", "<b>").detail).not.toContain("<b>");
    expect(refusal(`/api/alert/${id}`, "GET").detail).toContain(
      `To read the record, GET /api/alert/${id}/get-item.`,
    );
    expect(refusal("/api/alert", "PATCH").detail).not.toContain("get-list");
  });

  test("names the list for a GET of the path of each resource that has one", () => {
    for (const { path, operations } of resources.values()) {
      const hint = `To list the records, GET /api/${path}/get-list.`;
      const isListed = operations.includes("list");
      expect([path, refusal(`/api/${path}`, "GET").detail.includes(hint)]).toEqual([
        path,
        isListed,
      ]);
    }
  });

  test("refuses operations that a resource does not offer, by every route", () => {
    const closed = [
      ["incident-episode-feed", "update"],
      ["incident-episode-feed", "delete"],
      ["project-scim-log", "create"],
      ["project-scim-log", "update"],
      ["project-scim-log", "delete"],
    ] as const;
    for (const [resource, operation] of closed) {
      for (const route of routes.filter((one) => one.operation === operation)) {
        const refused = refusal(pathOf(route.pattern, resource), route.method);
        expect(refused.code).toBe("method_not_allowed");
        expect(refused.details.allow).toEqual(["OPTIONS"]);
      }
    }
    expect(refusal("/api/project-scim-log/bulk-create", "POST").detail).toContain('"bulk-create"');
  });
});

test("the reference's eighteen all have their lists", () => {
  for (const { path } of referenceResources) {
    expect(allowed(placed(`/api/${path}/get-list`))).toEqual(["GET", "HEAD", "OPTIONS", "POST"]);
  }
});
