import type { Operation } from "@/lib/schema/resource";

/** What is asked about access: of whom, and what they would do. */
export interface AccessQuestion {
  readonly resource: string;
  readonly operation: Operation;
  /** "user:<id>", "key:<id>", or absent for the person who asks. */
  readonly who?: string;
}

/** The path, within a project, of the page that explains why something is refused or permitted. */
export function accessPath(question: AccessQuestion): string {
  return `/access?${new URLSearchParams({ ...question })}`;
}
