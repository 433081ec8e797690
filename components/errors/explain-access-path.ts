import type { Refused } from "@/lib/client/http/problem";
import type { ProjectContext } from "@/lib/client/project/project";
import type { Operation } from "@/lib/schema/resource";

/** A question about access: the subject, the resource and the operation. */
export interface AccessQuestion {
  readonly resource: string;
  readonly operation: Operation;
  /** "user:<id>" or "key:<id>". Absent for the current user. */
  readonly who?: string;
}

/**
 * Returns the path, within a project, of the page that explains why an operation is denied or
 * permitted.
 */
export function explainAccessPath(question: AccessQuestion): string {
  return `/access?${new URLSearchParams({ ...question })}`;
}

/**
 * Returns the path of the page that explains a denial, in the project of the request, or in the
 * current project when the request concerned no single one. Returns undefined for a project that
 * the user is not in, because the result there would be another.
 */
export function refusalPath(
  { base, me }: ProjectContext,
  { projectId, ...question }: Refused,
): string | undefined {
  if (projectId === undefined) return base + explainAccessPath(question);
  const project = me.projects.find(({ _id }) => _id === projectId);
  return project && `/p/${project.slug}${explainAccessPath(question)}`;
}
