import { everyProject, type Rights } from "@/lib/auth/grants/caller";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { resources } from "@/lib/resources";
import { changeLog, changeLogOfProjects } from "@/lib/resources/system/change-log";
import type { Filter, Projects } from "@/lib/schema/filter";
import { sufficientTitles } from "@/lib/schema/permission-titles";
import type { Resource } from "@/lib/schema/resource";
import { personEntries } from "./user-entries";

/** Every caller reads the entries about records that they may read. */
export const changeLogRules: Rules = {
  visibility(caller) {
    const known = visibilities.get(caller);
    if (known) return known;
    const visibility = visibilityOf(caller);
    visibilities.set(caller, visibility);
    return visibility;
  },
  async visibilityFor(context, query) {
    const filter = await personEntries(context, query);
    return filter && { resource: changeLogOfProjects, projects: "all", filter };
  },
};

interface OwnVisibility {
  readonly resource: Resource;
  readonly projects: Projects;
  readonly filter?: Filter;
}

const visibilities = new WeakMap<Rights, OwnVisibility>();

function visibilityOf({ grants }: Rights): OwnVisibility {
  const everywhere = grants.get(everyProject);
  const inAll = pathsReadable(everywhere ?? []);
  if (inAll.length === paths.length) return { resource: changeLog, projects: "all" };
  const ways = [...grants].flatMap(([project, held]): Filter[] => {
    if (project === everyProject) return isAbout(inAll);
    const readable = pathsReadable([...held, ...(everywhere ?? [])]);
    const inProject: Filter = { op: "eq", column: "projectId", value: project };
    // No further condition for a caller who reads everything, so that the project's counter serves.
    if (readable.length === paths.length) return [inProject];
    return isAbout(readable).map((filter) => ({ op: "and", filters: [inProject, filter] }));
  });
  return {
    resource: everywhere ? changeLog : changeLogOfProjects,
    projects: everywhere ? "all" : [...grants.keys()],
    filter: ways.length === 1 && ways[0] ? ways[0] : { op: "or", filters: ways },
  };
}

/** Paths of the logged resources. */
const paths = [...resources.values()]
  .filter((resource) => resource !== changeLog && !resource.unlogged)
  .map(({ path }) => path);

function pathsReadable(held: Iterable<string>): string[] {
  const titles = new Set(held);
  return paths.filter((path) => {
    const resource = resources.get(path);
    return resource && sufficientTitles(resource, "read").some((title) => titles.has(title));
  });
}

function isAbout(readable: readonly string[]): Filter[] {
  return readable.length === 0 ? [] : [{ op: "in", column: "resource", values: readable }];
}
