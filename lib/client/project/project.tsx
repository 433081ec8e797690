import { createContext, useContext } from "react";
import type { Me } from "@/lib/client/session/me";
import type { MyProject } from "@/lib/contract/current-user";
import type { Resource, Right } from "@/lib/schema/resource";

/** The project of the page and the current user. */
export interface ProjectContext {
  readonly me: Me;
  readonly project: MyProject;
  /** Base path of the project's pages: "/p/acme". */
  readonly base: string;
}

const ReactProjectContext = createContext<ProjectContext | undefined>(undefined);

/** Provides the project of the pages inside. */
export const ProjectProvider = ReactProjectContext;

/** Returns the project of the page; undefined on pages without one, such as the account pages. */
export function useProjectIfAny(): ProjectContext | undefined {
  return useContext(ReactProjectContext);
}

/** Returns the project of the page. Throws outside a project's pages. */
export function useProject(): ProjectContext {
  const context = useProjectIfAny();
  if (!context) throw new Error("This belongs on a page of a project.");
  return context;
}

/** Returns true if the current user may read records of a resource. */
export function mayRead(context: ProjectContext, resource: Resource): boolean {
  return resource.readableByAll || mayUse(context, resource, "read");
}

/**
 * Returns true if the current user has `right` on a resource in this project. For display only; the
 * API decides.
 */
export function mayUse({ project }: ProjectContext, resource: Resource, right: Right): boolean {
  return project.rights[resource.path]?.includes(right) ?? false;
}
