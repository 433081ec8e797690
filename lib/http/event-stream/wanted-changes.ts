import { everyProject } from "@/lib/auth/grants/caller";
import type { ChangeEvent } from "@/lib/contract/events";
import type { RecordChange } from "@/lib/events/record-change";
import { visibilityOrNone, within } from "@/lib/operations/access/visibility";
import type { Context } from "@/lib/operations/transaction/context";
import { resourceAt } from "@/lib/resources";
import type { Projects } from "@/lib/schema/filter";

/** The changes that a caller asks for. An absent property selects all. */
export interface WantedChanges {
  readonly resources?: readonly string[] | undefined;
  readonly records?: readonly string[] | undefined;
  readonly projectId?: string | undefined;
}

/** A change of a record that still has an id and a kind. */
export type SentChange = RecordChange & {
  readonly recordId: string;
  readonly operation: ChangeEvent["operation"];
};

/** Returns the asked changes of records. Other log entries, such as an export, are no changes. */
export function askedChanges(
  changes: readonly RecordChange[],
  { resources, records, projectId }: WantedChanges,
): SentChange[] {
  return changes.filter(isRecordChange).filter((change) => {
    if (resources && !resources.includes(change.resource)) return false;
    if (records && !records.includes(change.recordId)) return false;
    return projectId === undefined || change.projectId === projectId;
  });
}

/** Returns the projects outside of which no change is both asked for and readable. */
export function concernedProjects({ caller }: Context, { projectId }: WantedChanges): Projects {
  const all = caller.grants.has(everyProject);
  return within(all ? "all" : [...caller.grants.keys()], projectId);
}

/** Returns the changes of resources that the caller may read in their projects. */
export function readableChanges(context: Context, changes: readonly SentChange[]): SentChange[] {
  const known = new Map<string, Projects | undefined>();
  const projectsOf = (path: string) => {
    if (known.has(path)) return known.get(path);
    const resource = resourceAt(path);
    const projects = resource && visibilityOrNone(context, resource)?.projects;
    known.set(path, projects);
    return projects;
  };
  return changes.filter(({ resource, projectId }) => {
    const projects = projectsOf(resource);
    if (projects === "all") return true;
    return projectId !== null && projects?.includes(projectId) === true;
  });
}

function isRecordChange(change: RecordChange): change is SentChange {
  return change.recordId !== null && ["create", "update", "delete"].includes(change.operation);
}
