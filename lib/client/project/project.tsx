"use client";

import { createContext, useContext } from "react";
import type { Me, MyProject } from "@/lib/client/session/me";
import type { Resource, Right } from "@/lib/schema/resource";

/** The project of this page, and who looks at it. */
export interface ProjectContext {
  readonly me: Me;
  readonly project: MyProject;
  /** Where the pages of the project begin: "/p/acme". */
  readonly base: string;
}

const ReactProjectContext = createContext<ProjectContext | undefined>(undefined);

/** Says which project the pages inside belong to. */
export const ProjectProvider = ReactProjectContext;

/** The project of this page; undefined where it is of none, as the pages of an account are. */
export function useProjectIfAny(): ProjectContext | undefined {
  return useContext(ReactProjectContext);
}

/** The project of this page. Only for what stands within the frame of a project. */
export function useProject(): ProjectContext {
  const context = useProjectIfAny();
  if (!context) throw new Error("This belongs on a page of a project.");
  return context;
}

/** True when the API answers this person with records of a resource; false when it would refuse to. */
export function mayRead(context: ProjectContext, resource: Resource): boolean {
  return readableByAll.has(resource.path) || mayUse(context, resource, "read");
}

/** Resources that need no title: everyone sees records that are theirs or about records they may see. */
const readableByAll: ReadonlySet<string> = new Set([
  ...["access-log", "change-log", "saved-view", "preference"],
]);

/** True when this person may use `right` on a resource here. For what is shown; the API decides. */
export function mayUse({ project }: ProjectContext, resource: Resource, right: Right): boolean {
  return project.rights[resource.path]?.includes(right) ?? false;
}
