import type { Refused } from "@/lib/client/http/problem";
import type { ProjectContext } from "@/lib/client/project/project";
import type { Operation } from "@/lib/schema/resource";

/** What is asked about access: of whom, and what they would do. */
export interface AccessQuestion {
  readonly resource: string;
  readonly operation: Operation;
  /** "user:<id>", "key:<id>", or absent for the person who asks. */
  readonly who?: string;
}

/** The path, within a project, of the page that explains why something is refused or permitted. */
export function explainAccessPath(question: AccessQuestion): string {
  return `/access?${new URLSearchParams({ ...question })}`;
}

/**
 * Where it is explained why something was refused: in the project it was refused in, or this one when it was in none
 * alone. Undefined for a project this person is not in: the same question would be answered for another there.
 */
export function refusalPath(
  { base, me }: ProjectContext,
  { projectId, ...question }: Refused,
): string | undefined {
  if (projectId === undefined) return base + explainAccessPath(question);
  const project = me.projects.find(({ _id }) => _id === projectId);
  return project && `/p/${project.slug}${explainAccessPath(question)}`;
}
