import { expect, test } from "vitest";
import type { ProjectContext } from "@/lib/client/project/project";
import { refusalPath } from "./explain-access-path";

const project = (slug: string) => ({
  ...{ _id: `id of ${slug}`, name: slug, slug, createdAt: "2030-01-01T00:00:00.000Z" },
  ...{ timeZone: "UTC", permissions: [], rights: {} },
});
const here = project("here");
const context: ProjectContext = {
  me: {
    ...{ _id: "me", name: "Mia", email: null, isDeploymentOwner: false },
    ...{ projects: [here, project("there")], database: { inMemory: true }, notices: [] },
  },
  project: here,
  base: "/p/here",
};
const question = { resource: "label", operation: "create" } as const;
const asked = "/access?resource=label&operation=create";

test("a denial is explained in its own project, or in the current one when it concerns no single project", () => {
  expect(refusalPath(context, question)).toBe(`/p/here${asked}`);
  expect(refusalPath(context, { ...question, projectId: "id of here" })).toBe(`/p/here${asked}`);
  expect(refusalPath(context, { ...question, projectId: "id of there" })).toBe(`/p/there${asked}`);
});

test("a denial in a project that the user is not in has no page, because this project might allow the same", () => {
  expect(refusalPath(context, { ...question, projectId: "id of another" })).toBeUndefined();
});
