import { describe, expect, it } from "vitest";
import { isAppError } from "@/lib/errors";
import { resourceAt, resources } from "@/lib/resources/index";
import facts from "@/lib/resources/reference-facts.json";
import { holdingsOf, knownTitles, rightOf } from "@/lib/schema/permission-titles";
import { everyOperation, type Operation, type Resource } from "@/lib/schema/resource";
import { type Caller, everyProject } from "./caller";
import { includesProject, projectsAllowed } from "./permission";

const roles = ["Project Owner", "Project Admin", "Project Member"];
const titles = knownTitles(resources.values());
const all = [...resources.values()];

describe.each(facts)("$name", (fact) => {
  const resource = known(fact.path);
  const permission: Partial<Record<string, string | null>> = fact.permission;

  it("admits exactly the roles and the title that the reference names", () => {
    const wrong: string[] = [];
    for (const operation of everyOperation) {
      const right = rightOf(operation);
      const offered = fact.operations.includes(operation);
      for (const title of titles) {
        const reads = right === "read" && title === "Read All Project Resources";
        const expected = offered && (roles.includes(title) || reads || title === permission[right]);
        if (allowed([title], resource, operation) !== expected)
          wrong.push(`${operation}: ${title}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("refuses every operation to a holder of all titles but the sufficient ones", () => {
    for (const operation of everyOperation) {
      const right = rightOf(operation);
      const others = titles.filter(
        (title) =>
          !roles.includes(title) &&
          title !== permission[right] &&
          !(right === "read" && title === "Read All Project Resources"),
      );
      expect(allowed(others, resource, operation)).toBe(false);
      expect(allowed([], resource, operation)).toBe(false);
    }
  });
});

describe("the scope of a right", () => {
  const incident = known("incident");

  it("is everywhere for a grant that spans the deployment", () => {
    const spanning = caller({ [everyProject]: ["Read Incident"], a: ["Read Alert"] });
    expect(projectsAllowed(spanning, incident, "read")).toBe("all");
  });

  it("is only the projects of the grants that are enough", () => {
    const mixed = caller({
      [everyProject]: ["Read Incident"],
      a: ["Project Member"],
      b: ["Read All Project Resources"],
      c: ["Create Incident"],
    });
    const projects = projectsAllowed(mixed, incident, "create");
    expect(projects).toEqual(["a", "c"]);
    expect(["a", "b", "c", "d"].filter((id) => includesProject(projects, id))).toEqual(["a", "c"]);
    expect(includesProject("all", "d")).toBe(true);
  });

  it("names the missing title and all sufficient ones", () => {
    const error = refusal(() =>
      projectsAllowed(caller({ a: ["Read Incident"] }), incident, "create"),
    );
    expect(error.detail).toBe(
      'This key may not create incidents. It needs "Create Incident" or one of the roles Project Owner, Project Admin, Project Member.',
    );
    expect(error.details.missing).toBe("Create Incident");
    expect(error.details.sufficient).toEqual([...roles, "Create Incident"]);
  });

  it("is nowhere, for no one, when a resource names no title for the right", () => {
    const owner = caller({ [everyProject]: ["Project Owner"] });
    const error = refusal(() => projectsAllowed(owner, known("project-scim-log"), "create"));
    expect(error.detail).toBe(
      "This key may not create SCIM logs. No permission or role allows this operation.",
    );
    expect(error.details.missing).toBeUndefined();
  });

  it("lets members only read the resources that admins write", () => {
    for (const path of ["project", "team", "api-key", "member"]) {
      const resource = known(path);
      expect(allowed(["Project Member"], resource, "list")).toBe(true);
      expect(allowed(["Project Member"], resource, "create")).toBe(false);
      expect(allowed(["Project Admin"], resource, "create")).toBe(true);
    }
  });
});

describe("the set of titles of a role", () => {
  it("is everything for an owner, and no higher role for the others", () => {
    expect([...holdingsOf("Project Owner", all)].sort()).toEqual([...titles].sort());
    const admin = holdingsOf("Project Admin", all);
    const ownersOnly = ["Project Owner", "Read Access Log"];
    expect(titles.filter((title) => !admin.has(title)).sort()).toEqual(ownersOnly);
    const member = holdingsOf("Project Member", all);
    expect(roles.filter((role) => member.has(role))).toEqual(["Project Member"]);
    expect(member.has("Create Incident")).toBe(true);
    expect(member.has("Create API Key")).toBe(false);
    expect(member.has("Read API Key")).toBe(true);
  });

  it("is reading for the role that reads all, and itself for a single title", () => {
    const reading = holdingsOf("Read All Project Resources", all);
    expect(reading.has("Read Project SCIM Log")).toBe(true);
    expect(reading.has("Create Incident")).toBe(false);
    expect([...holdingsOf("Create Incident", all)]).toEqual(["Create Incident"]);
  });

  it("is nothing that the role may not use", () => {
    for (const role of [...roles, "Read All Project Resources"]) {
      for (const held of holdingsOf(role, all)) {
        const misheld = all.some((resource) =>
          everyOperation.some(
            (operation) =>
              resource.permission[rightOf(operation)] === held &&
              !allowed([role], resource, operation),
          ),
        );
        expect(misheld, `${role}: ${held}`).toBe(false);
      }
    }
  });
});

function allowed(held: readonly string[], resource: Resource, operation: Operation): boolean {
  try {
    return includesProject(projectsAllowed(caller({ a: held }), resource, rightOf(operation)), "a");
  } catch (error) {
    if (isAppError(error) && error.code === "forbidden") return false;
    throw error;
  }
}

function refusal(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (isAppError(error) && error.code === "forbidden") return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

function caller(grants: Readonly<Record<string, readonly string[]>>): Caller {
  const sets = Object.entries(grants).map(([id, held]): [string, Set<string>] => [
    id,
    new Set(held),
  ]);
  return { type: "apiKey", id: "k", name: "Test", grants: new Map(sets) };
}

function known(path: string): Resource {
  const resource = resourceAt(path);
  if (!resource) throw new Error(`There is no resource ${path}.`);
  return resource;
}
