import type { ColumnReferences, ReferencesReply } from "@/lib/contract/records/references";
import { both, visibilityOf, visibilityOrNone } from "@/lib/operations/access/visibility";
import { notFound } from "@/lib/operations/rows/read-record";
import { refersTo } from "@/lib/operations/rows/referrers";
import type { Context } from "@/lib/operations/transaction/context";
import { deletionEffects, type Referrer, shownReferrersOf } from "@/lib/resources/referrers";
import { project } from "@/lib/resources/settings/project";
import type { Filter, Projects } from "@/lib/schema/filter";
import type { Resource } from "@/lib/schema/resource";

/**
 * Returns the references to a record within its project. Throws 403, or 404 if the caller cannot
 * see the record.
 */
export async function referencesTo(
  context: Context,
  resource: Resource,
  id: string,
): Promise<ReferencesReply> {
  const visibility = visibilityOf(context, resource);
  const byId: Filter = { op: "eq", column: "_id", value: id };
  const columns = resource.scope === "people" ? ["_id"] : ["_id", "projectId"];
  const [row] = await context.store.reader.find(visibility.resource, {
    projects: visibility.projects,
    filter: both(visibility.filter, byId) ?? byId,
    columns,
    limit: 1,
  });
  if (!row) throw notFound(resource, id);
  const data: ColumnReferences[] = [];
  const unreadable = new Set<string>();
  for (const referrer of shownReferrersOf(resource)) {
    const theirs = visibilityOrNone(context, referrer.resource);
    if (!theirs) unreadable.add(referrer.resource.path);
    else {
      const projects = together(theirs.projects, row.projectId);
      const count = await countThrough(context, referrer, id, { ...theirs, projects });
      if (count > 0) data.push(described(resource, referrer, id, count));
    }
  }
  return { data, unreadable: [...unreadable] };
}

function together(projects: Projects, projectId: unknown): Projects {
  if (typeof projectId !== "string") return projects;
  return projects === "all" || projects.includes(projectId) ? [projectId] : [];
}

function countThrough(
  { store }: Context,
  { column }: Referrer,
  id: string,
  { resource, projects, filter }: ReturnType<typeof visibilityOf>,
): Promise<number> {
  const wanted = refersTo(column, id);
  return store.reader.count(resource, { projects, filter: both(filter, wanted) ?? wanted });
}

function described(
  target: Resource,
  { resource, column }: Referrer,
  id: string,
  count: number,
): ColumnReferences {
  const goes = column.field.onTargetDelete ?? "keep";
  // Deleting a project affects only its own records.
  const settled = target === project && goes !== "remove" ? "keep" : goes;
  return {
    resource: resource.path,
    column: column.name,
    count,
    whenTargetGoes: deletionEffects[settled],
    query: { [column.name]: id },
  };
}
