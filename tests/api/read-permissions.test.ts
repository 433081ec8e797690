import { expect, test } from "vitest";
import { mayRead, type ProjectContext } from "@/lib/client/project/project";
import { rulesOf } from "@/lib/operations/rules";
import { resources } from "@/lib/resources";

const nobody: ProjectContext = {
  me: {
    ...{ _id: "me", name: "Mia", email: null, isDeploymentOwner: false },
    ...{ projects: [], database: { inMemory: true }, notices: [] },
  },
  project: {
    ...{ _id: "here", name: "Here", slug: "here", createdAt: "2030-01-01T00:00:00.000Z" },
    ...{ timeZone: "UTC", permissions: [], rights: {} },
  },
  base: "/p/here",
};

test.each([...resources.values()])(
  "$path is readable without a title in the console exactly if a rule of the API allows everybody",
  (resource) => {
    expect(mayRead(nobody, resource)).toBe(rulesOf(resource.path).visibility !== undefined);
  },
);
